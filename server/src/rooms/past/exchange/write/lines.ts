import { legOutOfReach, mostKnotsOf } from '@samudra/nautical/tracks/out-of-reach'
import { GAP_MS, type PassedFix } from '../passed-fix.ts'

/** So many points of one line are held at most. */
const LONGEST = 5000

/** Stretch of a track without a gap or a leg out of reach; `isNewShip`: whether the vessel is another than in the one before. */
export type Stretch = { fixes: PassedFix[]; isNewShip: boolean }

/** Fixes by ship and time in stretches; what has no place belongs to no line. */
export async function* stretchesOf(fixes: AsyncIterable<PassedFix[]>): AsyncGenerator<Stretch> {
  let held: PassedFix[] = []
  let isNewShip = true
  for await (const batch of fixes)
    for (const fix of batch) {
      if (fix.lat === null || fix.lon === null) continue
      const last = held.at(-1)
      const isOther = last !== undefined && (last.mmsi !== fix.mmsi || last.split !== fix.split)
      if (last !== undefined && (isOther || isBreak(last, fix) || held.length >= LONGEST)) {
        yield { fixes: held, isNewShip }
        held = []
        isNewShip = isOther
      }
      held.push(fix)
    }
  if (held.length > 0) yield { fixes: held, isNewShip }
}

/** Returns true if a silence, or a leg that no vessel can sail, lies between two fixes. */
function isBreak(last: PassedFix, fix: PassedFix): boolean {
  if (fix.at - last.at > GAP_MS) return true
  const stop = ({ at, lat, lon }: PassedFix) => ({ t: at, lat: lat!, lon: lon! })
  return legOutOfReach(stop(last), stop(fix), mostKnotsOf(fix.mmsi)) !== null
}

export const xmlText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // XML 1.0 has no way to write these.
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
