import type { Bbox } from '@samudra/contract/kernel'
import type { Chart } from '../../../../map/chart/chart.ts'

/** The view is watched with this margin, so that a small move shows no empty rim. */
const MARGIN = 0.1

/** The view with its margin; a view as wide as the world is the whole world. */
export function paddedView(chart: Chart): Bbox {
  const bounds = chart.getBounds()
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  const [south, north] = [bounds.getSouth(), bounds.getNorth()]
  const [padLon, padLat] = [(east - west) * MARGIN, (north - south) * MARGIN]
  const [bottom, top] = [Math.max(-90, south - padLat), Math.min(90, north + padLat)]
  if (east - west + 2 * padLon >= 360) return [-180, bottom, 180, top]
  return [wrapped(west - padLon), bottom, wrapped(east + padLon), top]
}

const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
