import { PICTURE_AGE_MS, type Knowledge } from '@samudra/contract/wire/replay-chunk'
import { isSlow, LOITER_MS, slowAfter } from '../sea/loitering.ts'
import { kindOfReport } from '../sea/marks.ts'
import { NONE16, type FixBatch } from '../sea/fix-batch.ts'
import type { FixReader } from '../sea/fix-reader.ts'
import type { PastNames } from '../sea/names.ts'
import { SourcesOfContact, type Ranked } from './sources-of-contact.ts'
import { believedBy, REPLAYED, timeOf } from './knowledge.ts'
import { ByContact, eachContact } from './walk.ts'

/** How far back fixes are read of contacts that were heard in as long as loitering takes. */
const BACK_MS = 2 * LOITER_MS

type Asked = { at: number; knowledge: Knowledge; knownBy: number }

/**
 * Since when contacts had been slow at an instant, epoch ms, by contact; those that were not are left out. By the rule of
 * the live picture, from the fixes that were shown before. `base` is the last fix of each source, by contact.
 */
export async function slowSinceAt(
  { fixes, names }: { fixes: FixReader; names: PastNames },
  { at, knowledge, knownBy }: Asked,
  base: FixBatch,
): Promise<Map<number, number>> {
  const by = timeOf(knowledge)
  const rankedSince = (from: number) =>
    names.rankedThen({ from, to: at, ...believedBy({ knowledge, knownBy }) })
  const { heard, silent } = await slowShips(base, rankedSince(at), at)
  // What arrived at an instant is not known at it; what was observed at it is.
  const next = knowledge === 'AS_KNOWN' ? 0 : 1
  const read = async (from: number, mmsis: readonly number[]) => {
    const batches: FixBatch[] = []
    const asked = { by, from, to: at + next, knownBy, mmsis, order: 'CONTACT', columns: REPLAYED } as const
    for await (const batch of fixes.readFixes(asked)) batches.push(batch)
    return new ByContact(batches)
  }
  const begin = at - BACK_MS
  const before = await fixes.latestAt({ by, at: begin, knownBy, mmsis: heard })
  // Of one that told no speed when reading begins, what it told before counts.
  const deep = new Set(silent)
  for (let i = 0; i < before.count; i++) if (before.sog[i] === NONE16) deep.add(before.mmsi[i]!)
  const near = heard.filter((mmsi) => !deep.has(mmsi))
  const longAgo = at - PICTURE_AGE_MS
  const [between, long] = await Promise.all([read(begin + next, near), read(longAgo, [...deep])])
  const found = await walked([new ByContact([before]), between], rankedSince(begin), begin)
  for (const key of found.keys()) if (deep.has(Math.floor(key / 256))) found.delete(key)
  return new Map([...found, ...(await walked([long], rankedSince(longAgo), longAgo))])
}

/** Ships that may be slow by the fix shown of them: those heard lately, and those that have been silent for long. */
async function slowShips(base: FixBatch, ranked: Ranked, at: number) {
  const heard = new Set<number>()
  const silent = new Set<number>()
  const sources = new SourcesOfContact(ranked)
  const read = new ByContact([base])
  await eachContact([read], (key) => {
    sources.forget(at)
    read.pass(key, (fixes, i) => sources.put(fixes, i))
    const { rows } = sources
    const row = sources.shown()
    const [mmsi, sog] = [Math.floor(key / 256), rows.sog[row]!]
    // One that tells no speed now may have been slow before.
    if ((sog !== NONE16 && !isSlow(sog)) || kindOfReport(mmsi, rows.type[row]!) > 1) return
    if (at - rows.observedAt[row]! <= LOITER_MS) heard.add(mmsi)
    else silent.add(mmsi)
  })
  return { heard: [...heard], silent: [...silent].filter((mmsi) => !heard.has(mmsi)) }
}

/** Walks each contact through the fixes that were shown of it since an instant. */
async function walked(
  reads: readonly ByContact[],
  ranked: Ranked,
  begin: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  const { changes } = ranked
  const sources = new SourcesOfContact(ranked)
  await eachContact(reads, (key) => {
    sources.forget(begin)
    let since = 0
    let last = -1
    let change = 0
    const follow = () => {
      const row = sources.shown()
      const { fixId, sog, observedAt } = sources.rows
      if (fixId[row] === last) return
      last = fixId[row]!
      since = slowAfter(since, sog[row]!, observedAt[row]!)
    }
    const rankUpTo = (instant: number) => {
      for (; change < changes.length && changes[change]! <= instant; change++) {
        sources.rankAt(changes[change]!)
        if (last >= 0) follow()
      }
    }
    for (const read of reads)
      read.pass(key, (fixes, i) => {
        rankUpTo(fixes.recTime[i]!)
        sources.put(fixes, i)
        follow()
      })
    rankUpTo(Infinity)
    if (since > 0) found.set(key, since)
  })
  return found
}
