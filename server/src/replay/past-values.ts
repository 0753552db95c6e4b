import type { Matchable } from '@samudra/contract/filter-match'
import { SHIP_TYPES } from '@samudra/contract/picture'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { isLoitering } from '../kernel/loitering.ts'
import { FLAG, kindOfReport } from '../kernel/marks.ts'
import { mmsiText } from '../kernel/mmsi-text.ts'
import type { Places } from '../kernel/places.ts'
import { NONE16, tenths, type FixBatch } from '../kernel/topics.ts'
import type { Identity } from './identities.ts'

/** One contact of the past as filters ask of it; `at` moves on, nothing is built per contact. */
export class PastValues implements Matchable {
  readonly #sourceCode: (number: number) => string
  readonly #places: Places
  #identity!: Identity
  #rows!: FixBatch
  #row = 0
  #asked = 0
  flags = 0
  /** Since when the contact has been slow, epoch ms, 0 when it is not; null when nobody can tell. */
  slowSince: number | null = null

  constructor(sourceCode: (number: number) => string, places: Places) {
    this.#sourceCode = sourceCode
    this.#places = places
  }

  /** The contact of `rows`, one row a source, shown by `row`; all is asked at an instant. */
  at(identity: Identity, flags: number, rows: FixBatch, row: number, asked: number): this {
    this.#identity = identity
    this.flags = flags
    this.#rows = rows
    this.#row = row
    this.#asked = asked
    return this
  }

  readonly value: Matchable['value'] = (field) => {
    const [rows, row, identity] = [this.#rows, this.#row, this.#identity]
    switch (field) {
      case 'mmsi':
        return mmsiText(rows.mmsi[row]!)
      case 'imo':
        return imoText(identity)
      case 'ship_name':
        return identity.text('name')
      case 'call_sign':
        return identity.text('callSign')
      case 'destination':
        return identity.text('destination')
      case 'country':
        return countryOfMmsi(rows.mmsi[row]!)?.name ?? null
      case 'ship_type':
        return SHIP_TYPES[shipGroupIndex(identity.number('shipType') ?? 0)]!
      case 'nav_status':
        return rows.navStatus[row] === 15 ? null : navStatusLabel(rows.navStatus[row]!)
      case 'sog':
        return tenths(rows.sog[row]!)
      case 'cog':
        return tenths(rows.cog[row]!)
      case 'true_heading':
        return rows.heading[row] === NONE16 ? null : rows.heading[row]!
      case 'length':
        return identity.span('toBow', 'toStern')
      case 'beam':
        return identity.span('toPort', 'toStarboard')
      case 'draught':
        return draughtOf(identity)
      case 'latitude':
        return rows.lat[row]! / 1e6
      case 'longitude':
        return rows.lon[row]! / 1e6
      case 'age_min':
        return (this.#asked - rows.observedAt[row]!) / 60_000
      case 'source':
        return this.#sourceCode(rows.source[row]!)
      case 'source_count':
        return rows.count
    }
  }

  readonly anomaly: Matchable['anomaly'] = (which) => {
    const [lat, lon] = [this.#rows.lat[this.#row]! / 1e6, this.#rows.lon[this.#row]! / 1e6]
    switch (which) {
      case 'BLACKLIST':
        return (this.flags & FLAG.BLACKLIST) !== 0
      case 'IMO_MISMATCH':
        return (this.flags & FLAG.IMO_MISMATCH) !== 0
      case 'MMSI_DUPLICATE':
        return (this.flags & FLAG.DUPLICATE_FLAG) !== 0
      case 'ILLEGAL_MMSI':
        return (this.flags & FLAG.ILLEGAL_MMSI) !== 0
      case 'NAME_MISMATCH':
        return (this.flags & FLAG.NAME_MISMATCH) !== 0
      case 'TWELVE_NM':
        return this.#inForeignWaters(lat, lon, 12)
      case 'TWENTY_FOUR_NM':
        return this.#inForeignWaters(lat, lon, 24)
      case 'AREA_OF_INTEREST':
        return this.#places.isInArea(lat, lon, this.#asked)
      case 'LOITERING':
        return this.slowSince === null ? null : this.#isLoitering(this.slowSince)
    }
  }

  readonly inList: Matchable['inList'] = (id) =>
    this.#places.isInList(id, this.#rows.mmsi[this.#row]!, this.#asked)

  #isLoitering(slowSince: number) {
    const [rows, row] = [this.#rows, this.#row]
    const shown = {
      kind: kindOfReport(rows.mmsi[row]!, rows.type[row]!),
      sog: rows.sog[row]!,
      navStatus: rows.navStatus[row]!,
      observedAt: rows.observedAt[row]!,
    }
    return isLoitering(shown, slowSince)
  }

  #inForeignWaters(lat: number, lon: number, nm: 12 | 24) {
    const flag = countryOfMmsi(this.#rows.mmsi[this.#row]!)?.iso2 ?? null
    return this.#places.isInForeignWaters(lat, lon, flag, nm, this.#asked)
  }
}

export const imoText = (identity: Identity) => {
  const imo = identity.number('imo')
  return imo === null ? null : String(imo).padStart(7, '0')
}
export const draughtOf = (identity: Identity) => {
  const draught = identity.number('draught')
  return draught === null ? null : draught / 10
}
