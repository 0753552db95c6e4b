import type { BaseLayer } from '@samudra/contract/map'
import type { Chart } from './chart.ts'

const LAYER = 'operator-base'
/** So many tiles in a row may fail before our own base takes over. */
const PATIENCE = 4

/** Draws an operator's raster tiles under everything of ours, or takes them away when `layer` is null. */
export function setOperatorBase(chart: Chart, layer: BaseLayer | null) {
  if (chart.getLayer(LAYER)) chart.removeLayer(LAYER)
  if (chart.getSource(LAYER)) chart.removeSource(LAYER)
  if (layer === null || layer.tiles === null) return
  chart.addSource(LAYER, {
    type: 'raster',
    tiles: [new URL(layer.tiles, window.location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}')],
    tileSize: layer.tile_size,
    maxzoom: layer.max_zoom,
    attribution: layer.attribution,
  })
  chart.addLayer(
    { id: LAYER, type: 'raster', source: LAYER, paint: { 'raster-fade-duration': 0 } },
    'imagery',
  )
}

/** Calls `giveUp` when the operator's tile server keeps failing. */
export function watchOperatorBase(chart: Chart, giveUp: () => void) {
  let failures = 0
  chart.on('error', (event) => {
    const source = (event as { sourceId?: string }).sourceId
    if (source !== LAYER || ++failures !== PATIENCE) return
    failures = 0
    giveUp()
  })
  chart.on('sourcedata', (event) => {
    if (event.sourceId === LAYER && event.tile !== undefined) failures = 0
  })
}
