import { randomFillSync } from 'node:crypto'
import { ulid as ulidFrom } from 'ulid'

const drawn = new Uint8Array(4096)
let used = drawn.length

/** A share of one of 256 steps, from chance drawn in large pieces: a draw for each letter takes fifty times as long. */
function chance(): number {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  return drawn[used++]! / 256
}

/** An id that sorts by the instant it was made at, epoch ms. */
export const ulid = (at: number = Date.now()): string => ulidFrom(at, chance)
