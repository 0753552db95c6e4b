import { MOST_TRAILS, TRAIL_DEFAULTS, type Trail } from '@samudra/contract/history'
import { countText } from '../../../kit/text/quantity-text.ts'
import { create } from 'zustand'
import { fitting, keepStore, oneOf } from '../../../store/saved-stores.ts'

/** The settings of the specification, as it keeps them: texts; `from` and `to` are instants, or empty. */
export type TrailSettings = {
  length: string
  dr_hour: string
  from: string
  to: string
  trail_type: 'length' | 'interval'
}
export const TRAIL_COLOURS = ['speed', 'source', 'age'] as const
export type TrailColour = (typeof TRAIL_COLOURS)[number]
export type TrailShip = { mmsi: string; name: string }

type TrailState = {
  settings: TrailSettings
  colour: TrailColour
  ships: readonly TrailShip[]
  trails: readonly Trail[]
  isLoading: boolean
  /** Why the last question was refused. */
  error: string | null
  /** Note, shown once, that the area has more vessels than can be drawn. */
  note: string | null
  /** The area in which ships are being selected. */
  picking: 'rectangle' | 'lasso' | null
}

const DEFAULTS: TrailSettings = { ...TRAIL_DEFAULTS, from: '', to: '' }

export const useTrails = create<TrailState>(() => ({
  settings: DEFAULTS,
  colour: 'speed',
  ships: [],
  trails: [],
  isLoading: false,
  error: null,
  note: null,
  picking: null,
}))

/** Which trails are drawn, and how; the trails themselves are read again. */
keepStore(useTrails, {
  name: 'planning.trails',
  of: 'tab',
  read: ({ settings, colour, ships }) => ({ ...settings, colour, ships }),
  restore: ({ colour, ships, ...settings }) => ({
    settings: fitting(DEFAULTS, settings),
    colour: oneOf(TRAIL_COLOURS, colour),
    ships: (ships as TrailShip[]).slice(0, MOST_TRAILS),
  }),
})

export function changeTrails(change: { settings?: Partial<TrailSettings>; colour?: TrailColour }) {
  useTrails.setState((state) => ({
    settings: { ...state.settings, ...change.settings },
    colour: change.colour ?? state.colour,
  }))
}

/** Adds vessels up to the maximum drawn; reports when some were left out. */
export function addTrails(added: readonly TrailShip[], inArea = added.length) {
  const { ships } = useTrails.getState()
  const known = new Set(ships.map((ship) => ship.mmsi))
  const all = [...ships, ...added.filter((ship) => ship.mmsi !== '' && !known.has(ship.mmsi))]
  const isCut = all.length > MOST_TRAILS || inArea > added.length
  useTrails.setState({
    ships: all.slice(0, MOST_TRAILS),
    note: isCut
      ? `There are ${countText(inArea)} vessels; trails of the first ${MOST_TRAILS} are shown.`
      : null,
  })
}

export const removeTrail = (mmsi: string) =>
  useTrails.setState(({ ships, trails }) => ({
    ships: ships.filter((ship) => ship.mmsi !== mmsi),
    trails: trails.filter((trail) => trail.mmsi !== mmsi),
    note: null,
  }))

export const clearTrails = () =>
  useTrails.setState({ ships: [], trails: [], error: null, note: null, picking: null })
