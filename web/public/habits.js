// Before the first paint: what this device keeps of src/settings/habits.svelte.ts.
try {
  const kept = JSON.parse(localStorage.getItem('microciv.habits') ?? '{}');
  Object.assign(document.documentElement.dataset, kept);
} catch {
  // Nothing is kept, or it cannot be read: the page looks as it does for everybody.
}
