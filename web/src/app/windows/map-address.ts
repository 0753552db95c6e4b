import { AisFilter } from '@samudra/contract/filter'
import { read } from '@samudra/contract/kernel'
import { clauseCount, filterToText, textToFilter } from '../../map/filter.store.ts'
import type { ChartView } from '../../map/chart/chart.store.ts'
import { viewOfText, viewText } from '../../map/chart/view-text.ts'
import { shipText, type LayerChoice, type ShipKey } from '../../map/workbench/workbench.store.ts'

/** Content of a map address besides the replay period: view, vessel, filter and layers. */
export type MapAddress = {
  /** Null where the address names no view; it is then one part of what is shown, and the rest stays as it is. */
  view: ChartView | null
  ship: ShipKey | null
  /** `unreadable`: there is one, and it is none. */
  filter: AisFilter | 'unreadable'
  /** Layer choices without untouched layers; null where the address names no layers. */
  layers: Record<string, LayerChoice> | null
}

const SHIP = /^(\d{9})(?:-(\d{1,3}))?$/
const LAYER = /^(-?)([\w.-]{1,60}?)(?:~(\d{1,3}))?$/
const MOST_LAYERS = 100

export function readMapAddress(search: URLSearchParams): MapAddress {
  const [, mmsi, split] = SHIP.exec(search.get('mmsi') ?? '') ?? []
  const given = search.get('filter')
  const filter = given === null ? null : read(AisFilter, textToFilter(given))
  return {
    view: viewOfText(search.get('at')),
    ship: mmsi === undefined ? null : { mmsi, split: Number(split ?? 0) },
    filter: filter === null ? {} : filter.ok ? filter.value : 'unreadable',
    layers: readLayers(search.get('layers')),
  }
}

/** `tracks,-ports,heat~60`: shown, hidden, shown at sixty hundredths. */
function readLayers(text: string | null): MapAddress['layers'] {
  if (text === null) return null
  const layers: Record<string, LayerChoice> = {}
  for (const one of text.split(',').slice(0, MOST_LAYERS)) {
    const [, hidden, id, hundredths] = LAYER.exec(one) ?? []
    if (id !== undefined)
      layers[id] = { visible: hidden === '', opacity: Math.min(1, Number(hundredths ?? 100) / 100) }
  }
  return layers
}

/** The query with what is shown in it, beside what else stands there. */
export function writeMapAddress(search: string, { view, ship, filter, layers }: MapAddress): string {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('at', view === null ? '' : viewText(view))
  put('mmsi', ship === null ? '' : shipText(ship))
  if (filter !== 'unreadable') put('filter', clauseCount(filter) === 0 ? '' : filterToText(filter))
  put(
    'layers',
    Object.entries(layers ?? {})
      .map(layerText)
      .join(','),
  )
  return next.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%7E', '~')
}

const layerText = ([id, { visible, opacity }]: [string, LayerChoice]) =>
  `${visible ? '' : '-'}${id}${opacity === 1 ? '' : `~${Math.round(opacity * 100)}`}`
