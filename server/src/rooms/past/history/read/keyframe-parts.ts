import { encodeFixes } from '../chunks/chunks.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'

/** As long as a contact stays on the picture unheard (spec: '5760 minutes'). */
export const MAX_AGE_MS = 5760 * 60_000
/** Fixes in one part of a keyframe. */
const PART = 1024

export type KeyframePart = { part: number; fixes: number; from: number; to: number; body: Uint8Array }

/** The parts of a keyframe: fixes by ship, some at a time. */
export async function keyframeParts(fixes: FixBatch): Promise<KeyframePart[]> {
  const parts: KeyframePart[] = []
  let began = performance.now()
  for (let at = 0; at < fixes.count; at += PART) {
    const rows = Int32Array.from({ length: Math.min(PART, fixes.count - at) }, (_, i) => at + i)
    const [from, to] = [fixes.mmsi[at]!, fixes.mmsi[at + rows.length - 1]!]
    parts.push({ part: parts.length, fixes: rows.length, from, to, body: encodeFixes(fixes, rows) })
    began = await breathe(began)
  }
  return parts
}
