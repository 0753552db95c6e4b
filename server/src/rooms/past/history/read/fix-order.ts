import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { FixColumn } from '../../../../sea/fix-reader.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'

const FEW = 30_000

/** The columns an order goes by, the most important first. */
export function orderKeys(order: 'CONTACT' | 'TIME', by: 'ARRIVAL' | 'OBSERVED'): FixColumn[] {
  const time = by === 'ARRIVAL' ? 'recTime' : 'observedAt'
  return order === 'TIME' ? [time, 'fixId'] : ['mmsi', 'split', time, 'fixId']
}

/** The first `count` places in the order of the keys; what is in order already is only looked at. */
export async function sortedPlaces(
  fixes: FixBatch,
  count: number,
  keys: readonly FixColumn[],
): Promise<Int32Array> {
  let places = new Int32Array(count)
  for (let i = 0; i < count; i++) places[i] = i
  if (isSorted(fixes, count, keys)) return places
  let other = new Int32Array(count)
  let began = performance.now()
  // Stable sorts by one key after the other, the least important first, digit by digit.
  for (const key of keys.toReversed()) {
    const values = fixes[key]
    let [least, most] = [Infinity, -Infinity]
    for (let i = 0; i < count; i++) {
      const value = values[i]!
      if (value < least) least = value
      if (value > most) most = value
    }
    const base = count > FEW ? 65_536 : 2048
    for (let scale = 1; scale <= most - least; scale *= base) {
      distribute(Float64Array.from(values.subarray(0, count)), places, other, { least, scale, base })
      ;[places, other] = [other, places]
      began = await breathe(began)
    }
  }
  return places
}

/** One digit of a radix sort: places go from one list to the other, in the order of that digit. */
function distribute(
  values: Float64Array,
  from: Int32Array,
  to: Int32Array,
  { least, scale, base }: { least: number; scale: number; base: number },
) {
  const starts = new Int32Array(base + 1)
  const digits = new Uint16Array(from.length)
  for (let i = 0; i < from.length; i++) {
    const digit = Math.floor((values[from[i]!]! - least) / scale) % base
    digits[i] = digit
    starts[digit + 1]!++
  }
  for (let digit = 0; digit < base; digit++) starts[digit + 1]! += starts[digit]!
  for (let i = 0; i < from.length; i++) to[starts[digits[i]!]!++] = from[i]!
}

function isSorted(fixes: FixBatch, count: number, keys: readonly FixColumn[]): boolean {
  const columns = keys.map((key) => fixes[key])
  for (let i = 1; i < count; i++)
    for (const values of columns) {
      const step = values[i]! - values[i - 1]!
      if (step < 0) return false
      if (step > 0) break
    }
  return true
}
