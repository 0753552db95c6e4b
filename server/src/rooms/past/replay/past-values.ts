import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { ContactValues } from '../../../sea/contact-values.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import type { Places } from '../../../sea/filter-lookup.ts'
import type { StaticField, StaticText } from '../../../sea/static-fields.ts'
import type { Identity } from './identities.ts'

/** Contacts of the past as filters ask of them. */
export class PastValues extends ContactValues {
  readonly #sourceCode: (number: number) => string
  protected readonly places: Places
  #identity!: Identity
  protected rows!: FixBatch
  protected flags = 0

  constructor(sourceCode: (number: number) => string, places: Places) {
    super()
    this.#sourceCode = sourceCode
    this.places = places
  }

  /** Sets the contact of `rows` (one row per source), shown by `row`, and the instant of evaluation. */
  at(identity: Identity, flags: number, rows: FixBatch, row: number, query: number): this {
    this.#identity = identity
    this.flags = flags
    this.rows = rows
    this.row = row
    this.requested = query
    return this
  }

  protected get mmsi() {
    return this.rows.mmsi[this.row]!
  }
  protected get split() {
    return this.rows.split[this.row]!
  }
  protected get shipGroup() {
    return shipGroupIndex(this.number('shipType') ?? 0)
  }
  protected get sourceCount() {
    return this.rows.count
  }
  protected text(field: StaticText) {
    return this.#identity.text(field)
  }
  protected number(field: Exclude<StaticField, StaticText>) {
    return this.#identity.number(field)
  }
  protected sourceCode(number: number) {
    return this.#sourceCode(number)
  }
}
