import { isValidImo } from '@samudra/nautical/imo'
import { QUALITY } from '../../../../sea/fix-batch.ts'
import type { StaticReport } from '../../../../sea/topics.ts'
import { NO_ROW, type ContactStore } from './contact-store.ts'
import { FLAG } from '../../../../sea/marks.ts'
import { likeness } from '../../../../sea/name-likeness.ts'
import { LIKE } from '../../../../sea/static-identity.ts'
import { nearMetres } from '../reach.ts'

/** Messages that must agree before a mismatch is raised (contract D3). */
const NEEDED = 2
/** A name seen this often is the stable one later names are measured by. */
const STABLE = 3
const APART_M = 50 * 1852

type Claims = {
  name: string
  nameSeen: number
  otherName: string
  otherNameSeen: number
  imo: number
  otherImo: number
  otherImoSeen: number
  badImoSeen: number
}

/** Watches the names and IMO numbers a contact claims and raises NAME_MISMATCH and IMO_MISMATCH. */
export class IdentityClaims {
  readonly #claims = new Map<number, Claims>()
  readonly #contactByImo = new Map<number, number>()
  readonly #store: ContactStore

  constructor(store: ContactStore) {
    this.#store = store
  }

  /** Returns true when a flag of the contact changed. */
  note(id: number, report: StaticReport): boolean {
    let claims = this.#claims.get(id)
    if (claims === undefined) {
      claims = {
        name: '',
        nameSeen: 0,
        otherName: '',
        otherNameSeen: 0,
        imo: 0,
        otherImo: 0,
        otherImoSeen: 0,
        badImoSeen: 0,
      }
      this.#claims.set(id, claims)
    }
    const before = this.#store.flags[id]!
    if (report.name !== null && report.aidType === null) this.#noteName(id, claims, report.name)
    if (report.imo !== null) this.#noteImoClaim(id, claims, report.imo)
    return this.#store.flags[id] !== before
  }

  /** One IMO number on two ships more than 50 NM apart marks both. */
  noteImo(id: number, imo: number | null): void {
    if (imo === null || !isValidImo(imo)) return
    const other = this.#contactByImo.get(imo)
    if (other === undefined || this.#store.isAlive[other] === 0) {
      this.#contactByImo.set(imo, id)
      return
    }
    if (other === id || this.#store.mmsi[other] === this.#store.mmsi[id]) return
    const { rows, shown } = this.#store
    const [a, b] = [shown[id]!, shown[other]!]
    if (a === NO_ROW || b === NO_ROW || rows.quality[a] === QUALITY.QUARANTINED) return
    if (nearMetres(rows.lat[a]!, rows.lon[a]!, rows.lat[b]!, rows.lon[b]!) <= APART_M) return
    this.#raise(id, FLAG.IMO_MISMATCH)
    this.#raise(other, FLAG.IMO_MISMATCH)
    this.#store.touch(other)
  }

  why(id: number, flag: 'IMO_MISMATCH' | 'NAME_MISMATCH'): string {
    const claims = this.#claims.get(id)
    if (claims === undefined) return 'Recorded before the last server start.'
    if (flag === 'NAME_MISMATCH')
      return `Its name was ${claims.name}; ${claims.otherNameSeen} messages carried the name ${claims.otherName}.`
    if (claims.badImoSeen >= NEEDED)
      return `${claims.badImoSeen} messages carried an IMO number with a wrong check digit.`
    if (claims.otherImoSeen >= NEEDED)
      return `It reports IMO ${claims.imo}; ${claims.otherImoSeen} messages carried IMO ${claims.otherImo}.`
    return 'Another vessel more than 50 NM away reports the same IMO number.'
  }

  forget(id: number): void {
    this.#claims.delete(id)
  }

  #noteImoClaim(id: number, claims: Claims, imo: number) {
    if (!isValidImo(imo)) {
      if (++claims.badImoSeen >= NEEDED) this.#raise(id, FLAG.IMO_MISMATCH)
      return
    }
    if (claims.imo === 0 || claims.imo === imo) {
      claims.imo = imo
      return
    }
    claims.otherImoSeen = claims.otherImo === imo ? claims.otherImoSeen + 1 : 1
    claims.otherImo = imo
    if (claims.otherImoSeen >= NEEDED) this.#raise(id, FLAG.IMO_MISMATCH)
  }

  #noteName(id: number, claims: Claims, name: string) {
    if (claims.nameSeen < STABLE) {
      claims.nameSeen = claims.name === name ? claims.nameSeen + 1 : 1
      claims.name = name
      return
    }
    if (claims.name === name || likeness(claims.name, name) >= LIKE) {
      claims.otherNameSeen = 0
      return
    }
    claims.otherNameSeen = claims.otherName === name ? claims.otherNameSeen + 1 : 1
    claims.otherName = name
    if (claims.otherNameSeen >= NEEDED) this.#raise(id, FLAG.NAME_MISMATCH)
  }

  #raise(id: number, flag: number) {
    this.#store.flags[id] = this.#store.flags[id]! | flag
  }
}
