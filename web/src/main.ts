import '@fontsource-variable/eb-garamond';
import './styles/tokens.css';
import 'virtual:letters.css';
import './styles/base.css';
import './styles/pages.css';
import { mount } from 'svelte';
import { begin } from './settings/habits.svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app to live in');

await begin();

export default mount(App, { target });
