import { addEntry, AIS_DATA, entryOf } from '../../../../store/cache.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { NO_CONTACT, type NamedPlace, type Patch } from './held.ts'
import { STRIDE } from '../fleet/instance.ts'

/** Maximum number of stored contacts; more are fetched faster than stored. */
const MOST = 20_000
/**
 * Maximum age of a stored picture, the length of a watch without a server; an older one does not show where vessels
 * are.
 */
const MOST_AGE_MS = 12 * 3_600_000

/** The picture as it stood: rows as they are drawn, and who each of them is. */
type Saved = {
  at: number
  epochMs: number
  rows: ArrayBuffer
  ids: Uint32Array<ArrayBuffer>
  mmsi: Uint32Array<ArrayBuffer>
  split: Uint8Array<ArrayBuffer>
  /** Names by row, a line each. */
  names: string
}
export type Counts = { inView: number; total: number; byGroup: number[] }
type AisData = { ais: Saved; count: number; counts: Counts }

/** Keeps what is drawn, to be seen after a reload until the first frame comes. */
export function keepPicture(fleet: Fleet, counts: Counts) {
  const { count, epochMs } = fleet
  if (count === 0 || count > MOST) return
  const ais: Saved = {
    at: Date.now(),
    epochMs,
    rows: fleet.rows.bytes.slice(0, count * STRIDE).buffer,
    ids: Uint32Array.from(fleet.ids.subarray(0, count)),
    mmsi: Uint32Array.from(fleet.mmsi.subarray(0, count)),
    split: Uint8Array.from(fleet.split.subarray(0, count)),
    names: Array.from({ length: count }, (_, i) => fleet.names[i] ?? '').join('\n'),
  }
  addEntry(AIS_DATA, { ais, count: counts.total, counts } satisfies AisData)
}

/** Returns the stored picture as the change from an empty one; null when there is nothing worth showing. */
export function savedPicture(): { patch: Patch; epochMs: number; at: number; counts: Counts } | null {
  const held = entryOf(AIS_DATA) as AisData | undefined
  if (held === undefined || Math.abs(Date.now() - held.ais.at) > MOST_AGE_MS) return null
  const { at, epochMs, rows, ids, mmsi, split, names } = held.ais
  const called = names.split('\n')
  const named: NamedPlace[] = []
  for (let place = 0; place < ids.length; place++)
    if (ids[place] !== NO_CONTACT && mmsi[place] !== 0)
      named.push({
        place,
        mmsi: mmsi[place]!,
        split: split[place]!,
        shipType: 0,
        name: called[place] ?? '',
      })
  const places = Uint32Array.from(ids.keys())
  const patch = { reset: true, rows: ids.length, places, bytes: rows, ids, named, longestStep: 0 }
  return { patch, epochMs, at, counts: held.counts }
}
