import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'
import type { MenuPlace } from './part.ts'

/** Choice for a layer; an untouched layer is as its room defined it. */
export type LayerChoice = { visible: boolean; opacity: number }

/** A contact by what it is known as beyond this session. */
export type ShipKey = { mmsi: string; split: number }
/** The same in an address. */
export const shipText = ({ mmsi, split }: ShipKey): string => (split === 0 ? mmsi : `${mmsi}-${split}`)

type Workbench = {
  layers: Record<string, LayerChoice>
  /** Ids of layers from the lowest up, as far as the user moved them. */
  order: string[]
  /** The tool whose panel is open. */
  panel: string | null
  menu: { place: MenuPlace; x: number; y: number } | null
  /** The contact whose card is open. */
  ship: ShipKey | null
  /** Contact the picture is requested to select and bring into view; the picture clears it. */
  wantedShip: ShipKey | null
  /** LOW on a thin line: a frame every ten seconds, no pictures for a base. */
  bandwidth: 'NORMAL' | 'LOW'
  /** Tool that draws or measures and so owns the pointer: a click belongs to it and selects nothing. */
  pointerOf: string | null
  /** A contact lies under the pointer: what the pointer shows is of it, before anything else. */
  isOnContact: boolean
}

/** The panel that analyses what is shown. */
export const ANALYTICS = 'analysis'

/** State shared by the tools of the map. */
export const useWorkbench = create<Workbench>(() => ({
  layers: {},
  order: [],
  panel: null,
  menu: null,
  ship: null,
  wantedShip: null,
  bandwidth: 'NORMAL',
  pointerOf: null,
  isOnContact: false,
}))

keepStore(useWorkbench, {
  name: 'planning.layers',
  of: 'tab',
  read: ({ layers, order, bandwidth }) => ({ layers, order, bandwidth }),
  restore: ({ layers, order, bandwidth }) => ({
    layers: layers as Workbench['layers'],
    order: (order as string[]).map(String),
    bandwidth: oneOf(['NORMAL', 'LOW'], bandwidth),
  }),
})
/** The panel at the side of the map is the drawer of the specification. */
keepStore(useWorkbench, {
  name: 'ui.drawer',
  of: 'tab',
  read: ({ panel }) => ({ open: panel !== null, isAnalytics: panel === ANALYTICS, panel }),
  restore: ({ panel }) => ({ panel: typeof panel === 'string' ? panel : null }),
})

export const openPanel = (panel: string | null) => useWorkbench.setState({ panel })
export const togglePanel = (panel: string) =>
  useWorkbench.setState((state) => ({ panel: state.panel === panel ? null : panel }))
export const showShip = (ship: ShipKey) => useWorkbench.setState({ wantedShip: ship })
export const closeMenu = () => useWorkbench.setState({ menu: null })

/** Takes the pointer for a tool; the tool that had it before finds out by the store. */
export const takePointer = (tool: string) => useWorkbench.setState({ pointerOf: tool, menu: null })
export const leavePointer = (tool: string) =>
  useWorkbench.setState((state) => (state.pointerOf === tool ? { pointerOf: null } : {}))

/** Restacks the layers after one of them added more. */
export const restack = () => useWorkbench.setState(({ order }) => ({ order: [...order] }))

const known = new Set<string>()
/** Registers the ids of existing layers. */
export function knowLayers(ids: readonly string[]) {
  for (const id of ids) known.add(id)
}
/** Shows or hides a layer there is; any other name changes nothing, once it is known which there are. */
export function chooseLayer(id: string, choice: LayerChoice) {
  if (known.size === 0 || known.has(id))
    useWorkbench.setState(({ layers }) => ({ layers: { ...layers, [id]: choice } }))
}
