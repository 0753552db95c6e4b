import type { Matchable, Verdict } from '@samudra/contract/filter-match'
import { SHIP_TYPES } from '@samudra/contract/picture'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { NONE16, tenths } from '../kernel/topics.ts'
import { NOBODY_ROW } from './contact-store.ts'
import type { Eye } from './eye.ts'
import type { FeedNames } from './feed-names.ts'
import { isLoitering } from '../kernel/loitering.ts'
import { FLAG } from '../kernel/marks.ts'
import type { Picture } from './picture.ts'
import { mmsiText } from '../kernel/mmsi-text.ts'

/** One contact after another as filters ask of it: `at` moves on, nothing is built per contact. Same values as `presentContact`. */
export class ContactValues implements Matchable {
  readonly #picture: Picture
  readonly #names: FeedNames
  readonly #eye: Eye
  #id = 0
  #row = 0
  #now = 0

  constructor(picture: Picture, names: FeedNames, eye: Eye) {
    this.#picture = picture
    this.#names = names
    this.#eye = eye
  }

  at(id: number, row: number, now: number): this {
    this.#id = id
    this.#row = row
    this.#now = now
    return this
  }

  readonly value: Matchable['value'] = (field) => {
    const { store } = this.#picture
    const { rows } = store
    const [id, row, eye] = [this.#id, this.#row, this.#eye]
    switch (field) {
      case 'mmsi':
        return mmsiText(store.mmsi[id]!)
      case 'imo': {
        const imo = eye.number(id, 'imo')
        return imo === null ? null : String(imo).padStart(7, '0')
      }
      case 'ship_name':
        return eye.text(id, 'name')
      case 'call_sign':
        return eye.text(id, 'callSign')
      case 'destination':
        return eye.text(id, 'destination')
      case 'country':
        return countryOfMmsi(store.mmsi[id]!)?.name ?? null
      case 'ship_type':
        return SHIP_TYPES[eye.shipGroup(id)]!
      case 'nav_status':
        return rows.navStatus[row] === 15 ? null : navStatusLabel(rows.navStatus[row]!)
      case 'sog':
        return tenths(rows.sog[row]!)
      case 'cog':
        return tenths(rows.cog[row]!)
      case 'true_heading':
        return rows.heading[row] === NONE16 ? null : rows.heading[row]!
      case 'length':
        return sum(eye.number(id, 'toBow'), eye.number(id, 'toStern'))
      case 'beam':
        return sum(eye.number(id, 'toPort'), eye.number(id, 'toStarboard'))
      case 'draught': {
        const draught = eye.number(id, 'draught')
        return draught === null ? null : draught / 10
      }
      case 'latitude':
        return rows.lat[row]! / 1e6
      case 'longitude':
        return rows.lon[row]! / 1e6
      case 'age_min':
        return (this.#now - rows.observedAt[row]!) / 60_000
      case 'source':
        return this.#names.sourceCode(rows.source[row]!)
      case 'source_count':
        return this.#sourceCount()
    }
  }

  readonly anomaly: Matchable['anomaly'] = (which) => {
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
      case 'TWELVE_NM':
        return this.#inForeignWaters(12)
      case 'TWENTY_FOUR_NM':
        return this.#inForeignWaters(24)
      case 'AREA_OF_INTEREST':
        return this.#eye.places.isInArea(this.#lat, this.#lon, this.#now)
      case 'LOITERING':
        return this.#isLoitering()
    }
  }

  readonly inList: Matchable['inList'] = (id) =>
    this.#eye.places.isInList(id, this.#picture.store.mmsi[this.#id]!, this.#now)

  get #lat() {
    return this.#picture.store.rows.lat[this.#row]! / 1e6
  }
  get #lon() {
    return this.#picture.store.rows.lon[this.#row]! / 1e6
  }

  #has(flag: number) {
    return (this.#eye.flags(this.#id) & flag) !== 0
  }

  #inForeignWaters(nm: 12 | 24): Verdict {
    const flag = countryOfMmsi(this.#picture.store.mmsi[this.#id]!)?.iso2 ?? null
    return this.#eye.places.isInForeignWaters(this.#lat, this.#lon, flag, nm, this.#now)
  }

  #isLoitering(): Verdict {
    const { store } = this.#picture
    const { rows } = store
    // How long it has been slow is known of the fix shown to all.
    if (!this.#eye.seesAll) return null
    const row = this.#row
    const shown = {
      kind: store.kind[this.#id]!,
      sog: rows.sog[row]!,
      navStatus: rows.navStatus[row]!,
      observedAt: rows.observedAt[row]!,
    }
    return isLoitering(shown, store.slowSince[this.#id]!)
  }

  #sourceCount(): number {
    const { store } = this.#picture
    let count = 0
    for (let row = store.firstRow[this.#id]!; row !== NOBODY_ROW; row = store.rows.next[row]!)
      if (this.#eye.maySeeFix(row)) count++
    return count
  }
}

const sum = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))
