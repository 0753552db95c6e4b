import type { AisDetails } from '@samudra/contract/picture'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ChartTheme } from '../chart/chart-style.ts'
import type { Chart } from '../chart/chart.ts'
import type { DrawingRecord } from '../drawing-record.ts'
import type { Opens } from '../explanation/found.store.ts'

/** Map part of a room: layers, tools at the side, entries of the context menu, and floats above the chart. */
export type MapPart = {
  layers?: readonly MapLayer[]
  tools?: readonly MapTool[]
  /** Actions at a place or on a vessel; queried each time the menu opens. */
  menu?: (at: MenuPlace, chart: Chart) => readonly MenuEntry[]
  /** Parts it adds to the card of a vessel. */
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
  /** Returns the tooltip record of its own feature, by the properties it is drawn with; null for none. */
  recordOf?: (properties: Record<string, unknown>) => DrawingRecord | null
  /** Legend of its colours and symbols; part of the layers panel while the layer is shown. */
  Legend?: ComponentType & { fetch?: () => Promise<unknown> }
}

export type AttachedLayer = {
  /** Layers of the chart that belong to it, lowest first. */
  ids: () => readonly string[]
  /** Layers with names, drawn above the contacts. */
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
  /** Key of the tool while the user is not typing, a single letter. */
  hotkey?: string
  /** Lower ones stand higher. */
  order: number
  Panel?: ComponentType<{ chart: Chart; close: () => void }>
  act?: (chart: Chart) => void
  /** A count or sign on the button, such as filters in force. */
  Badge?: ComponentType
}

/**
 * Part of a vessel card: before its particulars or after everything else, in the order of the rooms; empty without
 * content.
 */
export type CardPart = {
  id: string
  /** Name shown if it fails. */
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
  /** True for an action of the menu alone, which has no use on the vessel card. */
  isOfMenu?: boolean
  /** Rank by use on a vessel, 1 the most used; the first five are shown, the rest behind one entry. */
  rank?: number
  act: () => void
}
