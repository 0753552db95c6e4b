import { QUALITY } from '../../../../sea/fix-batch.ts'
import { STATIC_FIELDS, type StaticFields } from '../../../../sea/static-fields.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import type { Eye } from './eye.ts'
import type { FixRows } from '../contacts/fix-rows.ts'
import type { Picture } from '../picture.ts'

/** Vessel as visible to a caller: static data, lists, the row of its fix, and the last report time of each source. */
export type Sailing = {
  mmsi: number
  split: number
  /** Index into KINDS. */
  kind: number
  fields: StaticFields
  /** Bits of FLAG. */
  flags: number
  lists: readonly string[]
  rows: FixRows
  row: number
  /** By number of the source, epoch ms. */
  sources: Map<number, number>
  /** Row of the fix that was received last. */
  lastReceived: number
}

/** Contacts of the first kinds of `KINDS` are ships. */
export const SHIPS = 2

/** Yields the visible vessels one after another with their shown fix; each is valid until the next. */
export function* sailing({ store }: Pick<Picture, 'store'>, eye: Eye, now: number): Generator<Sailing> {
  const { rows } = store
  for (let id = 0; id < store.used; id++) {
    const row = store.isAlive[id] === 1 && store.kind[id]! < SHIPS ? eye.row(id) : NO_ROW
    if (row === NO_ROW || rows.quality[row] === QUALITY.QUARANTINED) continue
    const mmsi = store.mmsi[id]!
    const reported = STATIC_FIELDS.map((field) => [field, eye.origin(id, field)])
    const sources = new Map<number, number>()
    let lastReceived = row
    for (let one = store.firstRow[id]!; one !== NO_ROW; one = rows.next[one]!) {
      if (!eye.maySeeFix(one)) continue
      sources.set(rows.source[one]!, rows.observedAt[one]!)
      if (rows.recTime[one]! > rows.recTime[lastReceived]!) lastReceived = one
    }
    yield {
      mmsi,
      split: store.split[id]!,
      kind: store.kind[id]!,
      fields: Object.fromEntries(reported.filter(([, origin]) => origin !== undefined)) as StaticFields,
      flags: eye.flags(id),
      lists: eye.places.listsOf(mmsi, now),
      rows,
      row,
      sources,
      lastReceived,
    }
  }
}
