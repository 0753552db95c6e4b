import { SHIP_GROUPS, type ShipGroup } from '@samudra/nautical/ship-types'
import type { Found } from '@samudra/contract/search'
import { countryOf } from '../card/country.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { NO_CONTACT } from './held.ts'
import {
  HAS_ANGLE,
  LOOK,
  STRIDE,
  SYMBOLS,
  WORD,
  WORDS,
  X_SCALE,
  Y_SCALE,
  type SymbolName,
} from '../fleet/instance.ts'
import { namesShips } from '../../../../map/ship-name.ts'
import type { ContactKey } from './picture.store.ts'
import { latitudeOf, longitudeOf } from '../fleet/reckon.ts'

/** Data of a contact that the page has itself, without the server. */
export type HeldContact = ContactKey & {
  name: string
  latitude: number
  longitude: number
  /** When its fix was observed, epoch ms. */
  observedAt: number
  group: ShipGroup
  symbol: SymbolName
  /** Heading, or course where it sends none; null when neither is known. */
  degrees: number | null
  length: number | null
  beam: number | null
}

/** The contacts the page draws; null while no map is shown. */
let shown: Fleet | null = null
export const showsFleet = (fleet: Fleet | null) => (shown = fleet)

export function heldContact({ mmsi, split }: ContactKey): HeldContact | null {
  const place = shown?.placeOfMmsi(Number(mmsi), split) ?? -1
  return shown === null || place < 0 ? null : contactAt(shown, place)
}

namesShips((mmsi) => heldContact({ mmsi, split: 0 })?.name ?? '')

function contactAt({ rows, mmsi, split, names, epochMs }: Fleet, place: number): HeldContact {
  const at = place * WORDS
  const look = place * STRIDE
  const [angle, length] = [rows.u16[(at + WORD.shape) * 2]!, rows.u16[(at + WORD.shape) * 2 + 1]!]
  const isTurned = (rows.bytes[look + LOOK.flags]! & HAS_ANGLE) !== 0
  return {
    mmsi: String(mmsi[place]!).padStart(9, '0'),
    split: split[place]!,
    name: names[place] ?? '',
    latitude: latitudeOf(rows.u32[at + WORD.y]! / Y_SCALE),
    longitude: longitudeOf(rows.u32[at + WORD.x]! / X_SCALE),
    observedAt: epochMs + rows.f32[at + WORD.observed]! * 1000,
    group: SHIP_GROUPS[rows.bytes[look + LOOK.group]!] ?? 'UNKNOWN',
    symbol: SYMBOLS[rows.bytes[look + LOOK.symbol]!] ?? 'nothing',
    degrees: isTurned ? (angle / 65_536) * 360 : null,
    length: length || null,
    beam: rows.bytes[look + LOOK.beam] || null,
  }
}

/** Contacts by name or MMSI, those first that begin with what was typed. */
export function findContacts(text: string, most: number): Found[] {
  if (shown === null) return []
  const words = text.toUpperCase().split(/\s+/).filter(Boolean)
  const begin: number[] = []
  const within: number[] = []
  for (let place = 0; place < shown.count; place++) {
    if (shown.ids[place] === NO_CONTACT || shown.mmsi[place] === 0) continue
    const called = `${shown.names[place] ?? ''} ${String(shown.mmsi[place]).padStart(9, '0')}`.toUpperCase()
    if (!words.every((word) => called.includes(word))) continue
    const isFirst = words.every((word) => ` ${called}`.includes(` ${word}`))
    ;(isFirst ? begin : within).push(place)
    if (begin.length === most) break
  }
  return [...begin, ...within].slice(0, most).map((place) => found(contactAt(shown!, place)))
}

const found = ({ mmsi, split, name, latitude, longitude, group }: HeldContact): Found => ({
  kind: 'vessel',
  label: name === '' ? `MMSI ${mmsi}` : name,
  detail: [mmsi, countryOf(mmsi), group].filter(Boolean).join(' · '),
  mmsi,
  split_id: split,
  latitude,
  longitude,
})
