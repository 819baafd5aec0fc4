export { explainer } from './about';
export { default as Board } from './Board.svelte';
