import type { Chart } from './chart.ts'

/**
 * Moves the focus into an opened element and returns a function that gives it back on closing. The focus returns to
 * the opener, or to the chart if the opener is gone, unless another element took it meanwhile.
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
