import { ContactValues } from '../../../../sea/contact-values.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import type { StaticField, StaticText } from '../../../../sea/static-fields.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import type { Eye } from './eye.ts'
import type { Picture } from '../picture.ts'

/** Contacts of the picture as filters ask of them. Same values as `presentContact`. */
export class LiveValues extends ContactValues {
  readonly #picture: Picture
  readonly #names: FeedNames
  readonly #eye: Eye
  #id = 0

  constructor(picture: Picture, names: FeedNames, eye: Eye) {
    super()
    this.#picture = picture
    this.#names = names
    this.#eye = eye
  }

  at(id: number, row: number, now: number): this {
    this.#id = id
    this.row = row
    this.requested = now
    return this
  }

  protected get rows() {
    return this.#picture.store.rows
  }
  protected get mmsi() {
    return this.#picture.store.mmsi[this.#id]!
  }
  protected get split() {
    return this.#picture.store.split[this.#id]!
  }
  protected get flags() {
    return this.#eye.flags(this.#id)
  }
  protected get shipGroup() {
    return this.#eye.shipGroup(this.#id)
  }
  protected get places() {
    return this.#eye.places
  }
  protected text(field: StaticText) {
    return this.#eye.text(this.#id, field)
  }
  protected number(field: Exclude<StaticField, StaticText>) {
    return this.#eye.number(this.#id, field)
  }
  protected sourceCode(number: number) {
    return this.#names.sourceCode(number)
  }

  protected get sourceCount(): number {
    const { store } = this.#picture
    let count = 0
    for (let row = store.firstRow[this.#id]!; row !== NO_ROW; row = store.rows.next[row]!)
      if (this.#eye.maySeeFix(row)) count++
    return count
  }
}
