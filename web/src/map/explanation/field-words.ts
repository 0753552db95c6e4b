import { aidTypeLabel } from '@samudra/nautical/aid-types'
import { etaWords, unpackEta } from '@samudra/nautical/ais/eta'
import type { Eta } from '@samudra/nautical/ais/messages'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { shipTypeLabel } from '@samudra/nautical/ship-types'
import {
  angleText,
  latitudeText,
  longitudeText,
  metresText,
  NA,
  speedText,
} from '../../kit/text/quantity-text.ts'

/** Text of a field; `code` is the transmitted value where the words are not the sender's own. */
export type FieldWords = { label: string; text: string; code: string | null }

const LABELS: Readonly<Record<string, string>> = {
  mmsi: 'MMSI',
  imo: 'IMO',
  lat: 'Latitude',
  lon: 'Longitude',
  sog: 'SOG',
  cog: 'COG',
  rot: 'Rate of turn',
  eta: 'ETA',
  raim: 'RAIM',
  dte: 'Data terminal ready',
  dsc: 'DSC',
  aisVersion: 'AIS version',
  epfd: 'Position from',
  aidType: 'Kind of aid',
  trueHeading: 'True heading',
  navStatus: 'Nav status',
  second: 'Second of the fix',
}
const POSITION_FROM: Readonly<Record<number, string>> = {
  1: 'GPS',
  2: 'GLONASS',
  3: 'GPS and GLONASS',
  4: 'Loran-C',
  5: 'Chayka',
  6: 'Integrated navigation system',
  7: 'Surveyed',
  8: 'Galileo',
  9: 'BeiDou',
  15: 'Receiver of the transponder',
}
const NO_SECOND: Readonly<Record<number, string>> = {
  61: 'Entered manually',
  62: 'Dead reckoning',
  63: 'Positioning system inoperative',
}

type Words = (value: number) => string | null
/** Numbers in messages that need words or a unit. */
const NUMBERS: Readonly<Record<string, Words>> = {
  lat: latitudeText,
  lon: longitudeText,
  sog: speedText,
  cog: angleText,
  trueHeading: angleText,
  rot: (value) => `${value.toFixed(1)}°/min`,
  altitude: (value) => metresText(value),
  toBow: (value) => metresText(value),
  toStern: (value) => metresText(value),
  toPort: (value) => metresText(value),
  toStarboard: (value) => metresText(value),
  draught: (value) => metresText(value, 1),
}
/** Codes of tables; the code is shown beside the words. */
const CODES: Readonly<Record<string, Words>> = {
  shipType: shipTypeLabel,
  navStatus: navStatusLabel,
  aidType: aidTypeLabel,
  epfd: (value) => POSITION_FROM[value] ?? null,
  second: (value) => NO_SECOND[value] ?? null,
}

/** `toStarboard` reads `To starboard`. */
export const fieldLabel = (field: string): string =>
  LABELS[field] ??
  field.charAt(0).toUpperCase() + field.slice(1).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)

/** A field of a message, in the units messages are decoded to. */
export function fieldWords(field: string, value: unknown): FieldWords {
  const label = fieldLabel(field)
  if (value === null) return { label, text: NA, code: null }
  if (typeof value === 'boolean') return { label, text: value ? 'Yes' : 'No', code: null }
  if (typeof value === 'number') {
    const words = CODES[field]?.(value) ?? null
    if (words !== null) return { label, text: words, code: String(value) }
    return { label, text: NUMBERS[field]?.(value) ?? String(value), code: null }
  }
  if (typeof value === 'string') return { label, text: value, code: null }
  if (field === 'eta') return { label, text: etaWords(value as Eta) ?? NA, code: null }
  return { label, text: JSON.stringify(value), code: null }
}

/** Returns the text of a field of the particulars, as they are stored: packed as transmitted. */
export function particularWords(field: string, value: string | number): FieldWords {
  if (typeof value === 'string') return fieldWords(field, value)
  const { label } = fieldWords(field, null)
  const code = String(value)
  switch (field) {
    case 'eta':
      return { label, text: etaWords(unpackEta(value)) ?? NA, code }
    case 'draught':
      return { label, text: metresText(value / 10, 1), code }
    case 'imo':
      return { label, text: code.padStart(7, '0'), code: null }
    default:
      return fieldWords(field, value)
  }
}

/** `11-30 01:20` in words. */
export function etaOfText(eta: string | null): string | null {
  const [month = null, day = null, hour = null, minute = null] = eta?.match(/\d+/g)?.map(Number) ?? []
  return etaWords({ month, day, hour, minute })
}
