import { BLACKLIST } from '@samudra/contract/vessel-lists'
import { countryOfMmsi, isIllegalMmsi } from '@samudra/nautical/mmsi'
import { shipGroup } from '@samudra/nautical/ship-types'
import type { ShipFacts } from '@samudra/rules/running/memory'
import { draughtMetres, span } from '../../../../sea/contact-values.ts'
import { FLAG } from '../../../../sea/marks.ts'
import type { VesselSharing } from './number-sharing.ts'
import { imoText, mmsiText } from '../../../../sea/ship-numbers.ts'
import type { StaticField, StaticFields } from '../../../../sea/static-fields.ts'

/** AIS type 1: a position of class A. */
const A_SHIP = 1

/** Returns self-reported facts as rules use them; `sharing` relates the vessel to others under its number. */
export function factsOf(
  { mmsi, split }: { mmsi: number; split: number },
  { fields, marks }: { fields: StaticFields; marks: number },
  lists: readonly string[],
  { rank, isHeardElsewhere, positions }: VesselSharing,
): ShipFacts {
  const text = (field: 'name' | 'callSign' | 'destination') =>
    (fields[field]?.value as string | undefined) ?? null
  const number = (field: StaticField) => (fields[field]?.value as number | undefined) ?? null
  const shipType = number('shipType')
  const anomalies = [
    (marks & FLAG.IMO_MISMATCH) !== 0 && 'IMO_MISMATCH',
    (marks & FLAG.NAME_MISMATCH) !== 0 && 'NAME_MISMATCH',
    rank > 0 && 'MMSI_DUPLICATE',
    isIllegalMmsi(mmsi, A_SHIP) !== null && 'ILLEGAL_MMSI',
    lists.includes(BLACKLIST) && 'BLACKLIST',
  ].filter((one) => one !== false)
  return {
    mmsi: mmsiText(mmsi),
    split,
    imo: imoText(number('imo')),
    ship_name: text('name'),
    call_sign: text('callSign'),
    country: countryOfMmsi(mmsi)?.name ?? null,
    ship_type: shipType === null ? null : shipGroup(shipType),
    destination: text('destination'),
    length: span(number('toBow'), number('toStern')),
    beam: span(number('toPort'), number('toStarboard')),
    draught: draughtMetres(number('draught')),
    anomalies,
    number_rank: rank > 0 ? rank : null,
    heard_elsewhere: isHeardElsewhere ? 1 : 0,
    ...(positions && { two_positions: positions }),
  }
}

/** Which reported fields a field of rules is made of. */
export const REPORTED: Readonly<Record<string, readonly StaticField[]>> = {
  imo: ['imo'],
  ship_name: ['name'],
  call_sign: ['callSign'],
  ship_type: ['shipType'],
  destination: ['destination'],
  length: ['toBow', 'toStern'],
  beam: ['toPort', 'toStarboard'],
  draught: ['draught'],
  anomaly: ['name', 'imo'],
}

/** Returns groups of sources; a recipient of something derived from these fields must see one of each. */
export const tellersOf = (fields: StaticFields, query: readonly StaticField[]): number[][] =>
  query.flatMap((field) => {
    const origin = fields[field]
    return origin === undefined ? [] : [[origin.source, ...(origin.also ?? [])]]
  })
