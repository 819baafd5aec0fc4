// What a person cannot read or reach on the page as it stands, a line each; none is as it should be.
// `finger`: it is touched; `whole`: nothing is scrolled; `big`: so large that much is.
async ({ finger, whole, big }) => {
  // What is laid out anew when the window changes has had its turn.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const LEAST = 43.5;
  const root = document.documentElement;
  const found = new Set();
  const named = (one) => {
    const classes = [...one.classList].filter((name) => !name.startsWith('s-')).join('.');
    const words = (one.getAttribute('aria-label') ?? one.textContent).trim().replace(/\s+/g, ' ');
    return `${one.localName}${classes ? `.${classes}` : ''} “${words.slice(0, 40)}”`;
  };
  const pace = (one) => (one.parentElement ? named(one).slice(0, 90) : '');
  const looks = new Map();
  /** How an element lies, which stays so while it is looked at. */
  const look = (one) => {
    let seen = looks.get(one);
    if (!seen) {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(one);
      const clipped = clipPath === 'inset(50%)' || (one.parentElement && look(one.parentElement).clipped);
      seen = { overflowX, overflowY, position, clipped, frame: one.getBoundingClientRect() };
      looks.set(one, seen);
    }
    return seen;
  };
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const unseen = (one) => {
    // A saying is whole in the log; a bot's level is where there is room, and in the table's drawer.
    return !!one.closest('.speech, .sayings, .level') || look(one).clipped;
  };
  const scrolls = (style, axis) => /auto|scroll/.test(style[`overflow${axis}`]);
  const hides = (style, axis) => /hidden|clip/.test(style[`overflow${axis}`]);

  // What lies over a text is found, whether it can be tapped or not.
  const solid = new CSSStyleSheet(); // the page's policy refuses a <style>
  solid.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(solid);

  /** What lies on top of all: nothing else can be read or reached. */
  const top = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].at(-1);

  if (root.scrollWidth > innerWidth) found.add(`${root.scrollWidth - innerWidth} px too wide`);
  if (whole && root.scrollHeight > innerHeight) {
    found.add(`${root.scrollHeight - innerHeight} px too high`);
  }

  /** What of a box is in sight: the part that no ancestor hides or has scrolled away. */
  const inSight = (box, from) => {
    let { left, top, right, bottom } = box;
    let cut = false;
    let free = false; // to be scrolled to
    for (let at = from; at && at !== root && at !== document.body; at = at.parentElement) {
      const style = look(at);
      const { frame } = style;
      if (style.overflowX !== 'visible') {
        if (!free && hides(style, 'X') && (left < frame.left - 1.5 || right > frame.right + 1.5)) cut = true;
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
      }
      if (style.overflowY !== 'visible') {
        const over = Math.max(frame.top - top, bottom - frame.bottom);
        // Letters are lower than their line.
        if (!free && hides(style, 'Y') && over > (bottom - top) * 0.3) cut = true;
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      free ||= scrolls(style, 'X') || scrolls(style, 'Y');
      if (style.position === 'fixed') break;
    }
    return { left, top, right, bottom, cut };
  };

  const lies = (one, on) => {
    // A hint and the note of a lesson are put away again.
    if (one.closest('[aria-label=Hint], [data-note]')) return false;
    const pinned = (at) => {
      for (; at && !at.contains(on); at = at.parentElement) {
        if (/sticky|fixed/.test(look(at).position)) return true;
      }
      return false;
    };
    // A dock that stays in sight lies on what is scrolled beneath it.
    if (look(on).position === 'sticky') return false;
    return !(pinned(one) && (root.scrollHeight > innerHeight || one.closest('[role=dialog]')));
  };

  /** A seal and an arrow are small and lie on purpose where they lie. */
  const paints = (one) => {
    if (one.ownerSVGElement || one.localName === 'svg') return false;
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    const clear = /rgba\(.*, 0\)|transparent/.test(backgroundColor);
    const words = [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    return !clear || backgroundImage !== 'none' || words;
  };

  /** Of a card under another, or one that is gone, the corner is enough; what may be chosen has
      the words of the choice on it. */
  const stacked = (one, on) =>
    one.closest('.cover') || (on.closest('.card, .slot') && one.closest('.card, .slot, .gone'));

  const texts = document.createTreeWalker(top ?? document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const one = text.parentElement;
    if (!text.data.trim() || !one || /script|style|option|title/i.test(one.localName)) continue;
    if (!shown(one) || unseen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of [...range.getClientRects()].slice(0, 4)) {
      const box = inSight(line, one);
      if (box.cut) found.add(`cut: ${named(one)} in ${pace(one.parentElement)}`);
      if (line.right > innerWidth + 1 && box.right > innerWidth + 1) found.add(`out: ${named(one)}`);
      const x = (box.left + box.right) / 2;
      const y = (box.top + box.bottom) / 2;
      // Half scrolled away, or more.
      if (box.right <= box.left || 2 * (box.bottom - box.top) <= line.height) continue;
      const hit = document.elementsFromPoint(x, y).find((at) => at.contains(one) || paints(at));
      if (!hit || hit.contains(one) || one.contains(hit) || stacked(hit, one)) continue;
      if (lies(hit, one)) found.add(`covered: ${named(one)} by ${pace(hit)}`);
    }
  }

  document.adoptedStyleSheets.pop();

  // What is scrolled is scrolled by keys, too: it is a stop for them, or something in it is. The
  // whole of a card is told at "?".
  const stops = 'a[href], button:not([disabled]), input, textarea, select, summary, [tabindex="0"]';
  for (const one of (top ?? document.body).querySelectorAll('*')) {
    const style = getComputedStyle(one);
    const longer = scrolls(style, 'Y') && one.scrollHeight > one.clientHeight + 1;
    const wider = scrolls(style, 'X') && one.scrollWidth > one.clientWidth + 1;
    if ((!longer && !wider) || one.closest(stops) || !shown(one)) continue;
    const within = [...one.querySelectorAll(stops)];
    if (!within.some((stop) => shown(stop) && !stop.closest('[inert]'))) {
      found.add(`no key scrolls: ${named(one)}`);
    }
  }

  // What scrolls within a card and shows no bar is not scrolled by anybody: it is cut. With large text
  // it is told at "?" alone.
  for (const one of big ? [] : (top ?? document.body).querySelectorAll('button *')) {
    const style = getComputedStyle(one);
    if (style.scrollbarWidth !== 'none' || !scrolls(style, 'Y') || !shown(one)) continue;
    const lost = one.scrollHeight - one.clientHeight;
    if (lost > 3) found.add(`cut: ${lost} px of ${named(one)} in ${pace(one.parentElement)}`);
  }

  if (finger) {
    const targets = 'button, a[href], summary, select, input:not([type=hidden]), [role=button]';
    for (const one of (top ?? document).querySelectorAll(targets)) {
      if (!shown(one) || unseen(one)) continue;
      const style = getComputedStyle(one);
      if (style.display === 'inline') continue; // among words
      const label = one.closest('label') ?? one.labels?.[0];
      const box = (label ?? one).getBoundingClientRect();
      const own = one.getBoundingClientRect();
      const width = Math.max(box.width, own.width);
      const height = Math.max(box.height, own.height);
      if (!width || (width >= LEAST && height >= LEAST)) continue;
      const x = (own.left + own.right) / 2;
      const y = (own.top + own.bottom) / 2;
      const reaches = (dx, dy) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return !!hit && (one.contains(hit) || !!label?.contains(hit));
      };
      const half = LEAST / 2;
      const wide = width >= LEAST || (reaches(-half, 0) && reaches(half, 0));
      const high = height >= LEAST || (reaches(0, -half) && reaches(0, half));
      if (wide && high) continue;
      found.add(`small: ${named(one)} ${Math.round(width)}x${Math.round(height)}`);
    }
  }

  // What is asked stands in sight with an answer, and nothing lies on that.
  for (const dock of big || top ? [] : document.querySelectorAll('[data-wanted=true]')) {
    const answers = [...dock.querySelectorAll('button:not([aria-disabled=true]), [data-move]')];
    const near = answers.filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return shown(one) && top >= -1 && bottom <= innerHeight + 1 && one.contains(hit);
    });
    if (shown(dock) && answers.length && !near.length) found.add(`hidden: the answers of ${named(dock)}`);
  }
  return [...found];
}
