type Box = [number, number, number, number]
type Framed = {
  on(event: 'movestart' | 'resize', hear: (event: { originalEvent?: unknown }) => void): unknown
  fitBounds: (box: Box, options: { padding: number; maxZoom: number; duration: number }) => unknown
}
/** Around what a small chart shows, pixels. */
export const FRAME_PX = 28

/**
 * Keeps the content of a small chart in its frame when the frame is resized, until the user moves the chart. Returns a
 * function that fits changed content into the frame.
 */
export function keepInFrame(chart: Framed, boxNow: () => Box, maxZoom: number): () => void {
  let isMoved = false
  const fit = () => void chart.fitBounds(boxNow(), { padding: FRAME_PX, maxZoom, duration: 0 })
  chart.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) isMoved = true
  })
  chart.on('resize', () => {
    if (!isMoved) fit()
  })
  return fit
}
