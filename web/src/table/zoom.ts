/**
 * How many pixels of the screen a pixel of this element is; where browsers do not tell, they
 * measure boxes in the pixels of the element.
 */
export function zoomOf(element: Element | null | undefined): number {
  return (element as { currentCSSZoom?: number } | null | undefined)?.currentCSSZoom ?? 1;
}
