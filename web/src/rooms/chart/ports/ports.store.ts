import { portKind, type Port } from '@samudra/contract/ports'
import { boxOf } from '@samudra/nautical/polygons/box'
import { create } from 'zustand'
import { declareStore } from '../../../stored/stores.ts'
import { FIRST_VIEW, lookAtBox, useChart } from '../../../map/chart/chart.store.ts'

/** All ports with their outlines. */
export const ports = declareStore(portKind, { isOfNow: true, cachedAs: 'ports' })

/** Port being drawn: one that is corrected, or a new one at a place. */
export type Drawn = { port: Port | null; at: [lon: number, lat: number] }
export const useDrawnPort = create<{ drawn: Drawn | null }>(() => ({ drawn: null }))

export function correctPort(port: Port) {
  lookAtPort(port)
  useDrawnPort.setState({ drawn: { port, at: [port.lon, port.lat] } })
}
export const drawPortAt = (lon: number, lat: number) =>
  useDrawnPort.setState({ drawn: { port: null, at: [lon, lat] } })
/** In the middle of what the chart shows; where it is, is typed or dragged then. */
export const drawNewPort = () => drawPortAt(...(useChart.getState().view ?? FIRST_VIEW).center)
export const endDrawing = () => useDrawnPort.setState({ drawn: null })

/** As much of the chart as its harbour and anchorages take. */
export function boxOfPort({
  lat,
  lon,
  geometry,
  anchorages = [],
  radius_nm,
}: Port): [number, number, number, number] {
  const [high, wide] = [radius_nm / 60, radius_nm / 60 / Math.cos((lat * Math.PI) / 180)]
  const boxes = [
    ...(geometry == null ? [[lon - wide, lat - high, lon + wide, lat + high]] : [boxOf(geometry)]),
    ...anchorages.map((one) => boxOf(one.geometry)),
  ]
  const least = (at: number) => Math.min(...boxes.map((box) => box[at]!))
  const most = (at: number) => Math.max(...boxes.map((box) => box[at]!))
  return [least(0), least(1), most(2), most(3)]
}
export const lookAtPort = (port: Port) => lookAtBox(boxOfPort(port))
