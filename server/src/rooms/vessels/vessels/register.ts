import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import { groupOf, readJoins, type JoinRow } from './joins.sql.ts'
import { presentClaims, type VisibleClaim } from './visible-claims.ts'
import {
  headOf,
  readByMmsi,
  readClaims,
  readClaimsOf,
  readContacts,
  readRegistered,
  type ClaimRow,
  type ContactRow,
  type Seen,
} from './vessels.sql.ts'

export type RegisterNeeds = { db: Db; clock: Clock; names: SourceNames }

/** Vessel as known to a caller: its visible claims and their contacts. */
export type Known = {
  id: number
  members: number[]
  claims: VisibleClaim[]
  contacts: ContactRow[]
  joins: JoinRow[]
}

const gone = () => new OperationError('NOT_FOUND', 'No such vessel. Check the number.')

export const seenOf = ({ names }: RegisterNeeds, visibility: CallerVisibility): Seen => ({
  sources: sourcesSeen(names, visibility),
  box: visibility.box,
})

/** Register as visible to callers, by vessel id. A hidden vessel is not found. */
export class Register {
  readonly needs: RegisterNeeds

  constructor(needs: RegisterNeeds) {
    this.needs = needs
  }

  /** Returns claims by vessel, as far as visible to the caller. */
  async claimsOf(heads: readonly number[], { visibility }: Caller): Promise<Map<number, VisibleClaim[]>> {
    const { db, names } = this.needs
    const rows = await readClaims(db, heads, sourcesSeen(names, visibility))
    const visible = new Map<number, VisibleClaim[]>()
    for (const claim of this.present(rows, visibility)) {
      const claims = visible.get(claim.head_id)
      if (claims === undefined) visible.set(claim.head_id, [claim])
      else claims.push(claim)
    }
    return visible
  }
  present(
    rows: readonly ClaimRow[],
    visibility: CallerVisibility,
    asOf: number | null = null,
  ): VisibleClaim[] {
    return presentClaims(rows, visibility, this.needs.names, asOf)
  }

  /** Returns true if each row of the register is visible to the caller by itself. */
  async seesEach(vessels: readonly number[], { visibility }: Caller): Promise<boolean> {
    const { db, names } = this.needs
    const reported = this.present(await readClaimsOf(db, vessels, sourcesSeen(names, visibility)), visibility)
    return vessels.every((vessel) => reported.some(({ vessel_id }) => vessel_id === vessel))
  }

  /** The ship of an id or of an MMSI, as it was known at an instant. Throws NOT_FOUND. */
  async find(name: string, caller: Caller, asOf: number | null = null): Promise<Known> {
    for (const vessel of await this.#named(name)) {
      const known = await this.#known(vessel, caller, asOf)
      if (known !== null) return known
    }
    throw gone()
  }
  /** The ship's id alone. */
  async idOf(name: string, caller: Caller): Promise<number> {
    return (await this.find(name, caller)).id
  }

  /** Returns the vessels of an MMSI, last received first; with a split, "419000001.1", only that vessel if known. */
  async #named(name: string): Promise<number[]> {
    const { db } = this.needs
    const [, mmsi, split] = /^(\d{9})(?:\.(\d{1,3}))?$/.exec(name) ?? []
    if (mmsi !== undefined) {
      const heard = await readByMmsi(db, [Number(mmsi)])
      const meant = heard.filter((one) => one.split === Number(split))
      const named = (meant.length > 0 ? meant : heard).map(({ vessel_id }) => vessel_id)
      return named.length > 0 ? named : readRegistered(db, Number(mmsi))
    }
    return /^\d{1,8}$/.test(name) ? [Number(name)] : []
  }

  async #known(vessel: number, caller: Caller, asOf: number | null): Promise<Known | null> {
    const { db, names, clock } = this.needs
    const id = await headOf(db, vessel)
    if (id === null) return null
    const joins = await readJoins(db, vessel)
    const members = groupOf(vessel, joins, asOf ?? clock.now())
    const rows = await readClaimsOf(db, members, sourcesSeen(names, caller.visibility))
    const claims = this.present(rows, caller.visibility, asOf)
    if (claims.length === 0) return null
    const visible = new Set(claims.map(({ mmsi, split }) => `${mmsi}/${split}`))
    const contacts = (await readContacts(db, members)).filter(({ mmsi, split }) =>
      visible.has(`${mmsi}/${split}`),
    )
    return {
      id: asOf === null ? id : (members.find((one) => one === id) ?? vessel),
      members,
      claims,
      contacts,
      joins,
    }
  }
}
