import type { AdsbSourceType, AircraftFilter } from '@samudra/contract/aircraft'
import { create } from 'zustand'
import { keepStore } from '../../../store/saved-stores.ts'
import type { Flown } from './sky.ts'

type SkyState = {
  isShown: boolean
  inView: number
  total: number
  filter: AircraftFilter
  selected: number | null
  /** Selected aircraft as last pushed; null once it has left the sky. */
  card: Flown | null
  hovered: { one: Flown; x: number; y: number } | null
}

/** Sky state for React: counts, the filter, and the selected aircraft. */
export const useSky = create<SkyState>(() => ({
  isShown: false,
  inView: 0,
  total: 0,
  filter: {},
  selected: null,
  card: null,
  hovered: null,
}))

keepStore(useSky, {
  name: 'planning.aircraft',
  of: 'tab',
  read: ({ filter }) => ({ filter }),
  restore: ({ filter }) => ({ filter: filter as AircraftFilter }),
})
keepStore(useSky, {
  name: 'cards.aircraft',
  of: 'tab',
  read: ({ selected }) => (selected === null ? null : { selected }),
  restore: ({ selected }) => ({ selected: Number(selected) }),
})

export const selectAircraft = (selected: number | null) => useSky.setState({ selected, card: null })

const ALL: AdsbSourceType[] = ['ADSB', 'MLAT', 'TISB', 'MODES']
/** The source types that are shown. */
export const shownTypes = (filter: AircraftFilter): readonly AdsbSourceType[] => filter.source_types ?? ALL

export function showType(type: AdsbSourceType, isShown: boolean) {
  const { source_types: _types, ...rest } = useSky.getState().filter
  const types = ALL.filter((one) =>
    one === type ? isShown : shownTypes(useSky.getState().filter).includes(one),
  )
  useSky.setState({ filter: types.length === ALL.length ? rest : { ...rest, source_types: types } })
}
