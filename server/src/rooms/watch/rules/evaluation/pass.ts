import type { EvaluatedRule } from '@samudra/contract/rules'
import { LONGEST_REPORT_WINDOW_MIN } from '@samudra/rules/plans/source-query'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { FIRST_IMPORT_FEED, QUALITY, type FixBatch } from '../../../../sea/fix-batch.ts'
import { isCounted } from '../../../../sea/fix-queue.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { needsLists, factNews, updateNews, listNews, type NewsNeeds } from './news.ts'
import type { LastReport, News, Stage } from './stage.ts'
import { factsAt, type FactsRow, type Watch } from './states.sql.ts'
import { Delivery } from '../findings/deliver-news.ts'

export type PassNeeds = NewsNeeds & { db: Db; fixes: FixReader }
export type Passed = {
  /** Epoch ms, the last one left in. */
  from: number
  to: number
  /** The time they are of, and the order in which each ship is gone through. */
  by: 'ARRIVAL' | 'OBSERVED'
  /** By what is known now, not by what was known then. */
  corrected: boolean
  /** Null for all. */
  mmsis: readonly number[] | null
  /** MMSIs that may be received. */
  heard: readonly number[]
  /** True if vessels are evaluated together instead of one after the other. */
  together: boolean
  visibility: CallerVisibility
  sources: readonly number[] | null
  signal: AbortSignal
}
/** Facts of vessels beside their fixes: those at the beginning of a period, and changes in order. */
export type Beside = { known: FactsRow[]; news: News[] }

export async function besideFixes(
  needs: PassNeeds,
  rules: readonly EvaluatedRule[],
  query: Passed,
): Promise<Beside> {
  const { db } = needs
  const { from, to, mmsis, heard, corrected } = query
  const by = query.by === 'ARRIVAL' ? 'STORED' : corrected ? 'OBSERVED' : 'KNOWN'
  const ships = heard.map((mmsi) => ({ mmsi, split: 0 }))
  const lists = needsLists(rules) ? await listNews(needs, { from, to }, ships) : []
  const happened = await updateNews(needs, rules, query)
  const news = [...(await factNews(db, { from, to }, mmsis, by)), ...lists, ...happened]
  return { known: await factsAt(db, from, mmsis, by), news: news.sort((a, b) => a.at - b.at) }
}

/** Stored fixes of a time; those that are not to be seen are marked as not counted. */
export async function* fixesSeen({ fixes }: PassNeeds, query: Passed): AsyncGenerator<FixBatch> {
  const { from, to, by, mmsis, together, visibility, sources, signal } = query
  const order = together ? 'TIME' : 'CONTACT'
  for await (const batch of fixes.readFixes({
    by,
    from,
    to: to + 1,
    mmsis: mmsis ?? undefined,
    sources,
    order,
    signal,
  })) {
    if (!visibility.everywhere)
      for (let i = 0; i < batch.count; i++)
        if (!visibility.place(batch.lat[i]! / 1e6, batch.lon[i]! / 1e6))
          batch.quality[i] = QUALITY.QUARANTINED
    yield batch
  }
}

const HOUR_MS = 3_600_000
const REPORT_WINDOW_MS = LONGEST_REPORT_WINDOW_MIN * 60_000
/** Lets a stage know who shared a number with others in the hour before an instant. */
async function noteSharedBefore(fixes: FixReader, stage: Stage, to: number): Promise<void> {
  const mmsis = [...new Set(stage.all().flatMap(({ mmsi, split }) => (split > 0 ? [mmsi] : [])))]
  if (mmsis.length === 0) return
  for await (const batch of fixes.readFixes({ by: 'ARRIVAL', from: to - HOUR_MS, to, mmsis, order: 'TIME' }))
    for (let i = 0; i < batch.count; i++) if (isCounted(batch, i)) stage.noteShared(batch, i)
}

/** Returns sources that reported before an instant, up to four days, each with its last fix; `sources` limits them. */
export async function reportedBefore(
  fixes: Pick<FixReader, 'latestAt'>,
  at: number,
  sources: readonly number[] | null,
): Promise<LastReport[]> {
  const last = new Map<number, LastReport>()
  const batch = await fixes.latestAt({ by: 'ARRIVAL', at: at - 1, sources })
  for (let i = 0; i < batch.count; i++) {
    const one = { source: batch.source[i]!, at: batch.recTime[i]!, id: batch.fixId[i]! }
    const known = last.get(one.source)
    if (!isCounted(batch, i) || batch.feed[i]! >= FIRST_IMPORT_FEED) continue
    if (known === undefined || known.at < one.at) last.set(one.source, one)
  }
  return [...last.values()]
}

/** Gives a stage what it takes no fixes for: numbers shared before an instant, and the last reports of sources. */
export async function noteBefore(fixes: FixReader, stage: Stage, to: number): Promise<void> {
  await noteSharedBefore(fixes, stage, to)
  if (stage.evaluator.sources() !== null) stage.beginSources(to, await reportedBefore(fixes, to, null))
}
/** Returns the instant from which fixes are read again, so that recent reports of sources count. */
export const takenFrom = (from: number, stage: Stage, { sources = null }: Partial<Watch> = {}): number =>
  sources === null || stage.evaluator.sources() === null
    ? from
    : Math.min(from, sources.upto - REPORT_WINDOW_MS)

/** Rules taking batch after batch, with what became known in between; the same here and in another thread. */
export class Pass {
  readonly #stage: Stage
  readonly #by: Passed['by']
  readonly #telling: Delivery
  /** Number of fixes taken. */
  count = 0

  constructor(stage: Stage, { known, news }: Beside, { by, together }: Pick<Passed, 'by' | 'together'>) {
    for (const row of known) stage.know(row)
    this.#stage = stage
    this.#by = by
    this.#telling = new Delivery(news, stage, together)
    stage.askLists((mmsi) => this.#telling.listsOf(mmsi))
  }

  async take(batch: FixBatch, signal?: AbortSignal): Promise<void> {
    const times = this.#by === 'ARRIVAL' ? batch.recTime : batch.observedAt
    let began = performance.now()
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i)) continue
      this.count++
      this.#telling.upTo(batch, i, times[i]!)
      this.#stage.take(batch, i, times[i])
      if ((i & 7) === 0) began = await breathe(began, signal)
    }
  }

  end(to: number): void {
    this.#telling.end()
    this.#stage.evaluator.advance(to)
  }
}

/** Takes stored fixes of a time, with what became known of their ships meanwhile. */
export async function passThrough(needs: PassNeeds, stage: Stage, query: Passed): Promise<void> {
  const pass = new Pass(stage, await besideFixes(needs, stage.rules, query), query)
  for await (const batch of fixesSeen(needs, query)) await pass.take(batch, query.signal)
  pass.end(query.to)
}
