import { elementAt, focusIfLost } from '../../../../kit/focus-if-lost.ts'

/** Moves the focus back to the menu of a call after a dialog that it opened. */
export const focusMore = (): void =>
  // The dialog leaves the page after its transition.
  void requestAnimationFrame(() => focusIfLost(() => elementAt('.call-tools [aria-label=More]')))
