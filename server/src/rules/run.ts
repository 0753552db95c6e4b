import { createHash } from 'node:crypto'
import { MOST_RUN_RESULTS } from '@samudra/contract/rule-results'
import { asksOfPairs } from '@samudra/rules/plan'
import type { World } from '@samudra/rules/world'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { breathe } from '../kernel/breathe.ts'
import { sentenceOf } from '../kernel/errors.ts'
import { lookupOf, type Sight } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { JobRun } from '../needs/jobs.ts'
import type { FixBatch } from '../sea/fix-batch.ts'
import { isCounted } from '../sea/fix-queue.ts'
import type { FixReader } from '../sea/fix-reader.ts'
import { sourcesSeen, type SourceNames } from '../sea/names.ts'
import { resultsOf } from './findings.ts'
import { asksOfLists, factNews, listNews, type NewsNeeds } from './news.ts'
import { storeResults, type ResultRow } from './results.sql.ts'
import { advanceRun, beginAgain, endRun, readRun, shipsHeard, type RunRow } from './runs.sql.ts'
import { Stage, type News } from './stage.ts'
import { factsAt } from './states.sql.ts'

export const RUN_JOB = 'rules.run'
export const RUN_TRIES = 3
/** Ships gone through at a time; what they made is stored with how far the run came. */
const SHIPS_AT_ONCE = 200

export type RunNeeds = NewsNeeds & {
  db: Db
  clock: Clock
  fixes: FixReader
  flush: () => Promise<void>
  /** Brings up to date which ships were heard when. */
  countUp: () => Promise<void>
  names: SourceNames
  world: (rules: readonly EvaluatedRule[]) => Promise<World>
  /** What a user may see now; null when there is no such user. */
  sightOf: (userId: string) => Promise<Sight | null>
}

/** A portion of a run: some ships, or all where two are compared. */
type Portion = { mmsis: readonly number[] | null; uptoShip: number | null; share: number }

/**
 * Looks back with a rule: some ships after the others, each through the whole time, so that what is remembered is that of few;
 * rules of two ships through all of them at once. Goes on after a kill where it stood.
 */
export async function runRuleJob(needs: RunNeeds, job: JobRun): Promise<void> {
  const { db, clock } = needs
  const { run_id } = job.input as { run_id: string }
  const run = await readRun(db, run_id)
  if (run === undefined || (run.state !== 'QUEUED' && run.state !== 'RUNNING')) return
  const end = (
    state: RunRow['state'],
    more: { error?: string; preview?: string; truncated?: boolean } = {},
  ) => endRun(db, run_id, { state, error: null, preview: null, truncated: false, ...more }, clock.now())
  try {
    const hits = await goThrough(needs, run, job)
    const truncated = hits >= MOST_RUN_RESULTS
    await end(truncated ? 'PARTIAL' : 'SUCCEEDED', { truncated, preview: previewOf(run, hits) })
  } catch (error) {
    if (job.signal.aborted) throw error
    if (job.tries >= RUN_TRIES) await end('FAILED', { error: sentenceOf(error) })
    throw error
  }
}

/** What whoever enables a rule says to have looked at. */
const previewOf = ({ id, rule_id, rule_version }: RunRow, hits: number) =>
  createHash('sha256')
    .update(JSON.stringify([id, rule_id, rule_version, hits]))
    .digest('hex')

async function goThrough(needs: RunNeeds, run: RunRow, job: JobRun): Promise<number> {
  const { db, sightOf, countUp, names, flush } = needs
  const sight = await sightOf(run.started_by_id)
  if (sight === null) throw new Error('who started this run is no user any more')
  await flush()
  await countUp()
  const sources = sourcesSeen(names, sight)
  const world = await needs.world([run.rule])
  const ships = await shipsHeard(db, { from: run.from_at, sources, ships: run.ships })
  let hits = run.hits
  let isFirst = run.upto_ship === null
  for (const portion of portionsOf(run, ships)) {
    job.signal.throwIfAborted()
    const began = performance.now()
    const stage = new Stage([run.rule], world, () => [])
    const scanned = await take(needs, { run, stage, portion, sight, sources, signal: job.signal })
    const room = MOST_RUN_RESULTS - hits
    const found = await rowsOf(needs, run, stage)
    const kept = found.slice(0, room)
    const done = {
      uptoShip: portion.uptoShip,
      progress: portion.share,
      scanned,
      hits: kept.length,
      cost: performance.now() - began,
    }
    await job.step({ upto: portion.uptoShip }, async (client) => {
      if (isFirst) await beginAgain(client, run.id)
      await storeResults(client, { begun: kept, later: [] }, needs.clock.now())
      await advanceRun(client, run.id, done)
    })
    isFirst = false
    hits += kept.length
    job.progress(portion.share)
    if (hits >= MOST_RUN_RESULTS) break
  }
  return hits
}

function portionsOf({ rule, ships, upto_ship }: RunRow, heard: readonly number[]): Portion[] {
  if (rule.subject === 'PAIR' || asksOfPairs(rule.when)) return [{ mmsis: ships, uptoShip: null, share: 1 }]
  const portions: Portion[] = []
  for (let at = 0; at < heard.length; at += SHIPS_AT_ONCE) {
    const mmsis = heard.slice(at, at + SHIPS_AT_ONCE)
    const share = Math.min(1, (at + SHIPS_AT_ONCE) / heard.length)
    if (mmsis.at(-1)! > (upto_ship ?? -1)) portions.push({ mmsis, uptoShip: mmsis.at(-1)!, share })
  }
  return portions
}

/** How hits stand in the end. */
async function rowsOf({ clock }: RunNeeds, { id, area }: RunRow, stage: Stage): Promise<ResultRow[]> {
  const { begun } = resultsOf(stage, stage.takeChanges(), id, clock.now())
  const isAsked = ({ lat_udeg, lon_udeg }: ResultRow) =>
    area === null || lookupOf(area).at(lat_udeg / 1e6, lon_udeg / 1e6) > 0
  return begun.filter(isAsked).sort((a, b) => a.first_at - b.first_at)
}

type Taking = {
  run: RunRow
  stage: Stage
  portion: Portion
  sight: Sight
  sources: number[] | null
  signal: AbortSignal
}

/** Takes what was sent in the time of a run, or had arrived in it; answers how many fixes. */
async function take(
  needs: RunNeeds,
  { run, stage, portion, sight, sources, signal }: Taking,
): Promise<number> {
  const { db, clock, fixes } = needs
  const { from_at: from, to_at, knowledge, rule } = run
  const to = Math.min(to_at, clock.now())
  const isPairs = portion.uptoShip === null
  for (const row of await factsAt(db, from, portion.mmsis)) stage.know(row)
  const ships = (portion.mmsis ?? []).map((mmsi) => ({ mmsi, split: 0 }))
  const lists = asksOfLists([rule]) ? await listNews(needs, { from, to }, ships) : []
  const news = new Telling(
    [...(await factNews(db, { from, to }, portion.mmsis)), ...lists].sort((a, b) => a.at - b.at),
    stage,
    isPairs,
  )
  let [count, began] = [0, performance.now()]
  for await (const batch of fixes.readFixes({
    by: knowledge === 'AS_KNOWN' ? 'ARRIVAL' : 'OBSERVED',
    from,
    to: to + 1,
    mmsis: portion.mmsis ?? undefined,
    sources,
    order: isPairs ? 'TIME' : 'CONTACT',
    signal,
  })) {
    const times = knowledge === 'AS_KNOWN' ? batch.recTime : batch.observedAt
    for (let i = 0; i < batch.count; i++) {
      if (!isCounted(batch, i) || !isPlaceIn(batch, i, sight)) continue
      count++
      news.upTo(batch, i, times[i]!)
      stage.take(batch, i)
      if ((i & 63) === 0) began = await breathe(began, signal)
    }
  }
  news.end()
  stage.evaluator.advance(to)
  return count
}

const isPlaceIn = (batch: FixBatch, i: number, sight: Sight) =>
  sight.everywhere || sight.place(batch.lat[i]! / 1e6, batch.lon[i]! / 1e6)

/** News of ships in between their fixes: of all in one order, or of each when it is gone through. */
class Telling {
  readonly #stage: Stage
  readonly #all: readonly News[]
  readonly #byShip: Map<number, News[]> | null
  #next = 0

  constructor(news: readonly News[], stage: Stage, inOneOrder: boolean) {
    this.#stage = stage
    this.#all = news
    this.#byShip = inOneOrder ? null : new Map()
    for (const one of inOneOrder ? [] : news) {
      const mine = this.#byShip!.get(keyOf(one.mmsi, one.split))
      if (mine === undefined) this.#byShip!.set(keyOf(one.mmsi, one.split), [one])
      else mine.push(one)
    }
  }

  /** What became known before a fix: of its ship, or of all. */
  upTo(batch: FixBatch, i: number, at: number): void {
    if (this.#byShip === null) {
      for (; this.#next < this.#all.length && this.#all[this.#next]!.at <= at; this.#next++)
        this.#stage.tell(this.#all[this.#next]!)
      return
    }
    const mine = this.#byShip.get(keyOf(batch.mmsi[i]!, batch.split[i]!))
    while (mine !== undefined && mine.length > 0 && mine[0]!.at <= at) this.#stage.tell(mine.shift()!)
  }

  end(): void {
    for (const one of this.#byShip === null ? this.#all.slice(this.#next) : [...this.#byShip.values()].flat())
      this.#stage.tell(one)
  }
}
const keyOf = (mmsi: number, split: number) => mmsi * 256 + split
