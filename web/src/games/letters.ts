/** Longer than this nobody waits for them. */
const PATIENCE = 1500;
const FONTS = [
  '400 1rem var(--display)',
  '400 1rem var(--text)',
  '500 1rem var(--plain)',
  '700 1rem var(--plain)',
];

let asked: Promise<unknown> | undefined;

/** The letters of a table: once they come, whatever was laid out in those of the device moves. */
export function letters(): Promise<unknown> {
  return (asked ??= 'fonts' in document ? come() : Promise.resolve());
}

/** A browser fetches what is written in them, and of that no more than it needs. */
async function come(): Promise<void> {
  const sample = document.createElement('p');
  sample.className = 'unseen';
  sample.ariaHidden = 'true';
  for (const font of FONTS) {
    const written = document.createElement('span');
    written.style.font = font;
    written.textContent = 'A';
    sample.append(written);
  }
  document.body.append(sample);
  void sample.offsetWidth;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([document.fonts.ready, late]);
  sample.remove();
}
