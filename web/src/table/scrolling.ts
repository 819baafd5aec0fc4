/** What is scrolled can be scrolled by keys as well: it takes the focus while it hides anything. */
export function scrolling(element: HTMLElement): () => void {
  const look = (): void => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const observed = (): void => [element, ...element.children].forEach((one) => sizes.observe(one));
  const parts = new MutationObserver(observed);
  observed();
  parts.observe(element, { childList: true });
  return () => {
    sizes.disconnect();
    parts.disconnect();
  };
}
