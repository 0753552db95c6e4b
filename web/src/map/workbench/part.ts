import type { AisDetails } from '@samudra/contract/picture'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ChartTheme } from '../chart/chart-style.ts'
import type { Chart } from '../chart/chart.ts'
import type { DrawingRecord } from '../drawing-record.ts'
import type { Opens } from '../explanation/found.store.ts'

/** What a room puts on the map: layers, tools at the side, entries of the context menu, and what floats over the chart. */
export type MapPart = {
  layers?: readonly MapLayer[]
  tools?: readonly MapTool[]
  /** What may be done at a place or with a ship; asked each time the menu opens. */
  menu?: (at: MenuPlace, chart: Chart) => readonly MenuEntry[]
  /** What it adds to the card of a ship. */
  card?: readonly CardPart[]
  /** Shows what of it a search found. */
  opens?: Opens
  /** Shown over the chart while it is open: dialogs, popups, watermarks. Nothing when there is nothing to show. */
  Over?: ComponentType<{ chart: Chart }>
}

/** The sections of the layers panel, in their order. */
export const LAYER_GROUPS = ['Contacts', 'Places', 'Zones', 'Events', 'Analysis', 'Weather', 'Chart'] as const

export type MapLayer = {
  id: string
  label: string
  group: (typeof LAYER_GROUPS)[number]
  /** A few words under the label: what it is, how honest it is. */
  note?: string
  /** Shown before anybody chose. */
  isOn: boolean
  /** Opacity before anybody chose; absent where the layer has none to set. */
  opacity?: number
  /** Drawn above the contacts instead of below them. */
  isAbove?: boolean
  /** Called when the layer is shown for the first time on this chart. */
  attach: (chart: Chart, theme: ChartTheme) => AttachedLayer
  /** What the tooltip tells of a feature of its own, by the properties it is drawn with; null for none. */
  recordOf?: (properties: Record<string, unknown>) => DrawingRecord | null
  /** What its colours and signs mean; part of the layers panel while the layer is shown. */
  Legend?: ComponentType & { fetch?: () => Promise<unknown> }
}

export type AttachedLayer = {
  /** Layers of the chart that belong to it, lowest first. */
  ids: () => readonly string[]
  /** Those of them that are names, which stand above the contacts. */
  above?: () => readonly string[]
  show: (isVisible: boolean, opacity: number) => void
  dress?: (theme: ChartTheme) => void
  remove: () => void
}

/** A button at the side of the chart: it opens its panel, or acts. */
export type MapTool = {
  id: string
  label: string
  Icon: Icon
  /** Its key while nobody types, a single letter. */
  hotkey?: string
  /** Lower ones stand higher. */
  order: number
  Panel?: ComponentType<{ chart: Chart; close: () => void }>
  act?: (chart: Chart) => void
  /** A count or sign on the button, such as filters in force. */
  Badge?: ComponentType
}

/** Of the card of a ship: before its particulars or after all else, in the order of the rooms; nothing when there is nothing to say. */
export type CardPart = {
  id: string
  /** What it is called should it fail. */
  name: string
  place: 'top' | 'foot'
  Part: ComponentType<{ details: AisDetails }>
}

/** Where the context menu was opened; degrees. */
export type MenuPlace = {
  lon: number
  lat: number
  ship: { mmsi: string; split: number; name: string } | null
}
export type MenuEntry = {
  id: string
  label: string
  Icon: Icon
  /** Entries of one section stand together. */
  section: 'Ship' | 'Place' | 'Measure'
  /** Of the menu alone: on the card of the ship there is nothing left for it to do. */
  isOfMenu?: boolean
  /** How often it is used with a ship, 1 most; the first five stand at hand, the rest behind one. */
  rank?: number
  act: () => void
}
