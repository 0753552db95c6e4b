import type { Chart } from './chart.ts'

/**
 * Takes the focus into what was opened. What it returns gives it back where it came from once that is closed: to the
 * chart where the opener is gone, and to nobody who has taken it meanwhile.
 */
export function takeFocus(opened: HTMLElement | null, chart: Chart): () => void {
  const opener = document.activeElement
  opened?.focus({ preventScroll: true })
  return () => {
    const isGone = !(opener instanceof HTMLElement) || opener === document.body || !opener.isConnected
    giveFocus(isGone ? chart.getCanvas() : opener)
  }
}

/** Whatever had the focus went with it in its hands: it would be nowhere. */
export function giveFocus(element: HTMLElement) {
  if (document.activeElement === document.body) element.focus({ preventScroll: true })
}
