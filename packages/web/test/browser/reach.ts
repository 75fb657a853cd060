/** In CSS pixels: 1280 × 1024 at 400 % (WCAG 2.2, 1.4.10). */
export const lowWindow = { width: 320, height: 256 };

/**
 * The controls of the present page that scrolling does not bring into view, by their HTML: they are cut off, or something
 * else lies over them. It runs in the page.
 */
export function outOfReach(): string[] {
  const overlays = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  const places = overlays.length > 0 ? overlays : [document.body];
  return places
    .flatMap((place) => [...place.querySelectorAll('button, a[href], input, select, textarea')])
    .filter((control) => !isReached(control))
    .map((control) => control.outerHTML.slice(0, 200));

  function isReached(control: Element): boolean {
    if (!control.checkVisibility({ visibilityProperty: true })) return true;
    // A radio button whose label is shown in its place, and what shows with the focus alone.
    if (getComputedStyle(control).clipPath !== 'none') return true;
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    // A link in a text may begin on one line and end on the next.
    const { left, right, top, bottom } = control.getClientRects()[0] ?? new DOMRect();
    if (left < -1 || right > innerWidth + 1) return false;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    // Suggestions close before anything else is used.
    return found !== null && (control.contains(found) || found.closest('[role=listbox]') !== null);
  }
}
