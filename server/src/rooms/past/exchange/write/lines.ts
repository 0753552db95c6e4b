import { GAP_MS, type PassedFix } from '../passed-fix.ts'

/** So many points of one line are held at most. */
const LONGEST = 5000

/** A stretch of a ship's track without a gap, and whether she was the same in the one before. */
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
      if (last !== undefined && (isOther || fix.at - last.at > GAP_MS || held.length >= LONGEST)) {
        yield { fixes: held, isNewShip }
        held = []
        isNewShip = isOther
      }
      held.push(fix)
    }
  if (held.length > 0) yield { fixes: held, isNewShip }
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
