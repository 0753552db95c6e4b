import type { ChartView } from './chart.store.ts'

/** Where a chart looks, as addresses say it: latitude, longitude, zoom. */
export const viewText = ({ center: [lon, lat], zoom }: ChartView) =>
  `${lat.toFixed(4)},${lon.toFixed(4)},${zoom.toFixed(2)}`

/** Returns the view in an address; null when it is no view. */
export function viewOfText(text: string | null): ChartView | null {
  const parts = (text ?? '').split(',')
  const [lat, lon, zoom] = parts.map(Number)
  if (parts.length !== 3 || lat === undefined || lon === undefined || zoom === undefined) return null
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 18
  return isPlace ? { center: [lon, lat], zoom } : null
}
