import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type { Eye } from './views/eye.ts'
import type { Picture } from './picture.ts'
import { imoText, mmsiText } from '../../../sea/ship-numbers.ts'

export type SearchField = 'any' | 'ship_name' | 'mmsi' | 'imo' | 'call_sign' | 'destination' | 'country'
type Suggestion = { value: string; label: string; mmsi?: string; count: number }

const OF_ONE_SHIP: SearchField[] = ['ship_name', 'mmsi', 'imo', 'call_sign']
const EVERY: Exclude<SearchField, 'any'>[] = [
  'ship_name',
  'mmsi',
  'imo',
  'call_sign',
  'destination',
  'country',
]

/** Values that begin with, else contain, what was typed; ships first, then what many ships share. */
export function suggestions(
  picture: Picture,
  eye: Eye,
  ids: number[],
  field: SearchField,
  q: string,
  limit: number,
): Suggestion[] {
  const typed = q.toUpperCase()
  const fields = field === 'any' ? EVERY : [field]
  const found = new Map<string, Suggestion & { rank: number }>()
  for (const id of ids) {
    for (const one of fields) {
      const value = valueOf(picture, eye, id, one)
      const at = value?.toUpperCase().indexOf(typed) ?? -1
      if (value === null || at < 0) continue
      const isOfShip = OF_ONE_SHIP.includes(one)
      const key = isOfShip ? `${one} ${id}` : `${one} ${value}`
      const known = found.get(key)
      if (known !== undefined) known.count++
      else
        found.set(key, {
          ...describe(picture, eye, id, one, value, isOfShip),
          count: 1,
          rank: (at === 0 ? 0 : 2) + (isOfShip ? 0 : 1),
        })
    }
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, limit)
    .map(({ rank: _rank, ...suggestion }) => suggestion)
}

function describe(
  picture: Picture,
  eye: Eye,
  id: number,
  field: SearchField,
  value: string,
  isOfShip: boolean,
) {
  if (!isOfShip) return { value, label: `${value} (${field.replace('_', ' ')})` }
  const mmsi = mmsiText(picture.store.mmsi[id]!)
  const name = eye.text(id, 'name')
  const label = field === 'ship_name' ? `${value} · ${mmsi}` : `${value} · ${name ?? mmsi}`
  return { value, label, mmsi }
}

function valueOf(picture: Picture, eye: Eye, id: number, field: Exclude<SearchField, 'any'>): string | null {
  const { store } = picture
  if (field === 'ship_name') return eye.text(id, 'name')
  if (field === 'call_sign') return eye.text(id, 'callSign')
  if (field === 'destination') return eye.text(id, 'destination')
  if (field === 'mmsi') return mmsiText(store.mmsi[id]!)
  if (field === 'country') return countryOfMmsi(store.mmsi[id]!)?.name ?? null
  return imoText(eye.number(id, 'imo'))
}
