export { explainer } from './about';
export { default as Board } from './Board.svelte';
export { default as Standings } from './Standings.svelte';
