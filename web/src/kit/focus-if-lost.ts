/** Moves the focus to an element when the one that had it is gone, as after a dialog that a menu opened. */
export function focusIfLost(find: () => HTMLElement | null | undefined): void {
  const active = document.activeElement
  if (active === null || active === document.body) find()?.focus({ preventScroll: true })
}

/** Returns an element that matches a selector. */
export const elementAt = (selector: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(selector)
