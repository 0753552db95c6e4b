import type { FoundAnomaly } from '@samudra/contract/filter'
import type { Matchable } from '@samudra/contract/filter-match'
import { SHIP_TYPES } from '@samudra/contract/picture'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { NAV_NONE, NONE16, tenths, type FixBatch } from './fix-batch.ts'
import { FLAG } from './marks.ts'
import { imoText, mmsiText } from './ship-numbers.ts'
import type { Places } from './filter-lookup.ts'
import type { StaticField, StaticText } from './static-fields.ts'

/** The columns of the fix that is shown. */
export type ShownColumns = Pick<
  FixBatch,
  'lat' | 'lon' | 'sog' | 'cog' | 'heading' | 'navStatus' | 'source' | 'observedAt'
>

/**
 * One contact after another as filters ask of it, of the live picture or of the past: who knows the contacts moves on
 * from one to the next, nothing is built per contact.
 */
export abstract class ContactValues implements Matchable {
  /** Fix that is shown, and the time of the query, epoch ms. */
  protected abstract readonly rows: ShownColumns
  protected row = 0
  protected requested = 0

  protected abstract readonly mmsi: number
  protected abstract readonly split: number
  /** Bits of FLAG. */
  protected abstract readonly flags: number
  protected abstract readonly shipGroup: number
  protected abstract readonly sourceCount: number
  protected abstract readonly places: Places
  protected abstract text(field: StaticText): string | null
  protected abstract number(field: Exclude<StaticField, StaticText>): number | null
  protected abstract sourceCode(number: number): string

  readonly value: Matchable['value'] = (field) => {
    const { rows, row } = this
    switch (field) {
      case 'mmsi':
        return mmsiText(this.mmsi)
      case 'imo':
        return imoText(this.number('imo'))
      case 'ship_name':
        return this.text('name')
      case 'call_sign':
        return this.text('callSign')
      case 'destination':
        return this.text('destination')
      case 'country':
        return countryOfMmsi(this.mmsi)?.name ?? null
      case 'ship_type':
        return SHIP_TYPES[this.shipGroup]!
      case 'nav_status':
        return navStatusText(rows.navStatus[row]!)
      case 'sog':
        return tenths(rows.sog[row]!)
      case 'cog':
        return tenths(rows.cog[row]!)
      case 'true_heading':
        return headingDegrees(rows.heading[row]!)
      case 'length':
        return span(this.number('toBow'), this.number('toStern'))
      case 'beam':
        return span(this.number('toPort'), this.number('toStarboard'))
      case 'draught':
        return draughtMetres(this.number('draught'))
      case 'latitude':
        return rows.lat[row]! / 1e6
      case 'longitude':
        return rows.lon[row]! / 1e6
      case 'age_min':
        return (this.requested - rows.observedAt[row]!) / 60_000
      case 'source':
        return this.sourceCode(rows.source[row]!)
      case 'source_count':
        return this.sourceCount
    }
  }

  readonly anomaly: Matchable['anomaly'] = (which, withinMin) => {
    switch (which) {
      case 'BLACKLIST':
        return this.#has(FLAG.BLACKLIST)
      case 'IMO_MISMATCH':
        return this.#has(FLAG.IMO_MISMATCH)
      case 'MMSI_DUPLICATE':
        return this.#has(FLAG.DUPLICATE_FLAG)
      case 'ILLEGAL_MMSI':
        return this.#has(FLAG.ILLEGAL_MMSI)
      case 'NAME_MISMATCH':
        return this.#has(FLAG.NAME_MISMATCH)
      case 'AREA_OF_INTEREST':
        return this.places.isInArea(this.#lat, this.#lon, this.requested)
      default:
        return this.requested - this.lastFound(which) <= withinMin * 60_000
    }
  }
  /** As `Places.lastFound`. */
  lastFound(which: FoundAnomaly): number {
    return this.places.lastFound(which, this.mmsi, this.split, this.requested)
  }

  readonly inList: Matchable['inList'] = (id) => this.places.isInList(id, this.mmsi, this.requested)

  get #lat() {
    return this.rows.lat[this.row]! / 1e6
  }
  get #lon() {
    return this.rows.lon[this.row]! / 1e6
  }

  #has(flag: number) {
    return (this.flags & flag) !== 0
  }
}

/** Metres of a draught in tenths. */
export const draughtMetres = (draught: number | null): number | null =>
  draught === null ? null : draught / 10
/** Metres between two antenna distances; null when neither is known. */
export const span = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0)
export const headingDegrees = (heading: number): number | null => (heading === NONE16 ? null : heading)
export const navStatusText = (navStatus: number): string | null =>
  navStatus === NAV_NONE ? null : navStatusLabel(navStatus)
