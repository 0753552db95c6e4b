import { MOST_CALLS_PUSHED, portCallsChanged } from '@samudra/contract/port-calls'
import { anyOf, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import { knowersOf } from '../../../sea/knowers.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { CallRow } from './call-row.ts'

/** Pushes changed calls to screens; the audience of a call includes users who could see it before or may now. */
export function pushCalls(
  { send, names }: { send: Send; names: SourceNames },
  rows: readonly CallRow[],
): void {
  const reported = new Map<string, { entry: ReturnType<typeof entryOf>; knowers: Audience[] }>()
  for (const row of rows) {
    const key = `${row.id} ${row.port_id}`
    const one = reported.get(key) ?? { entry: entryOf(row), knowers: [] }
    one.knowers.push(knowersOf([row.sources], placesOf(row), names))
    reported.set(key, one)
  }
  const all = [...reported.values()]
  for (let at = 0; at < all.length; at += MOST_CALLS_PUSHED) {
    const some = all.slice(at, at + MOST_CALLS_PUSHED)
    const cuts = some.map(({ entry, knowers }) => ({ field: 'calls', to: anyOf(...knowers), entry }))
    const calls = some.map(({ entry }) => entry)
    send(portCallsChanged, { calls }, anyOf(...cuts.map(({ to }) => to)), { cuts })
  }
}

const entryOf = ({ id, port_id, mmsi }: CallRow) => ({ id, port_id, mmsi: mmsiText(mmsi) })
const placesOf = ({ lat_udeg, lon_udeg }: CallRow): [number, number][] =>
  lat_udeg === null || lon_udeg === null ? [] : [[lon_udeg / 1e6, lat_udeg / 1e6]]
