import type { AisFilter } from '@samudra/contract/filter'
import { passes } from '@samudra/contract/filter-match'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { FLAG } from '../../../sea/marks.ts'
import { STATIC_INTERVAL_MS } from '../../../sea/static-fields.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { Blacklisted } from './past-blacklist.ts'
import { Identity } from './identities.ts'
import { identitiesAt } from '../../../sea/identities.sql.ts'
import { PastValues } from './past-values.ts'
import { readyClauses, type ReplayNeeds } from './replays.ts'
import { keyOf } from './replay-knowledge.ts'

/**
 * Returns a filter test for stored fixes of any time. Vessels are taken as known at one instant, areas and lists as
 * known at another.
 */
export async function pastTest(
  { db, names, placesThen }: ReplayNeeds,
  filter: AisFilter,
  caller: Caller,
  at: number,
  believedAt: number,
): Promise<(fixes: FixBatch, i: number) => boolean> {
  const tests = readyClauses(filter)
  const { visibility } = caller
  const seen = new Set(
    names.sources().flatMap(({ number, code }) => (visibility.source(code) ? [number] : [])),
  )
  const rows = await identitiesAt(db, new Date(at))
  const identities = new Map(rows.map((row) => [row.mmsi * 256 + row.split, row]))
  const blacklisted = await Blacklisted.read(db)
  const values = new PastValues(
    names.sourceCode,
    await placesThen(caller, { from: at, to: at, believedAt }, filter),
  )
  const known = new Map<number, Identity>()
  const identityOf = (key: number) => {
    const held = known.get(key)
    if (held !== undefined) return held
    const identity = new Identity(identities.get(key), (source) => visibility.everySource || seen.has(source))
    known.set(key, identity)
    return identity
  }
  let batch: FixBatch | undefined
  let single: FixBatch | undefined
  return (fixes, i) => {
    // Each fix stands for itself: its contact has this one source.
    if (batch !== fixes || single === undefined) [batch, single] = [fixes, { ...fixes, count: 1 }]
    const identity = identityOf(keyOf(fixes, i))
    if (!visibility.everywhere) identity.seenUntil = fixes.observedAt[i]! + STATIC_INTERVAL_MS
    const isListed = blacklisted.holds(fixes.mmsi[i]!, at)
    const flags = (visibility.all ? identity.marks : 0) | (isListed ? FLAG.BLACKLIST : 0)
    return passes(tests, values.at(identity, flags, single, i, fixes.observedAt[i]!))
  }
}
