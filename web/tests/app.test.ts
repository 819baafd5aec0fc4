import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import App from '../src/App.svelte';

test('the page says what it is', () => {
  render(App);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('microciv');
});
