import { createHash } from 'node:crypto'
import { MOST_RUN_RESULTS } from '@samudra/contract/rule-results'
import { asksOfPairs } from '@samudra/rules/plan'
import { sentenceOf } from '../kernel/errors.ts'
import type { AnswersData } from '../habits/room.ts'
import { lookupOf, type Sight } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { JobRun } from '../needs/jobs.ts'
import { sourcesSeen, type SourceNames } from '../sea/names.ts'
import { LookBackThread } from './look-back.ts'
import { asksOfAnomalies } from './news.ts'
import { besideFixes, fixesSeen, type Passed, type PassNeeds } from './pass.ts'
import { storeResults, type ResultRow } from './results.sql.ts'
import { advanceRun, beginAgain, endRun, readRun, shipsHeard, type RunRow } from './runs.sql.ts'
import type { Worlds } from './make-world.ts'

export const RUN_JOB = 'rules.run'
export const RUN_TRIES = 3
/** Ships gone through at a time; what they made is stored with how far the run came. */
const SHIPS_AT_ONCE = 500

export type RunNeeds = PassNeeds & {
  clock: Clock
  flush: () => Promise<void>
  /** Brings up to date which ships were heard when. */
  countUp: () => Promise<void>
  names: SourceNames
  worlds: Pick<Worlds, 'data' | 'usual'>
  /** The program of the thread that goes through fixes. */
  lookBackProgram: string
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
  const thread = new LookBackThread(needs.lookBackProgram, job.signal)
  try {
    return await goThroughPortions(needs, { run, thread }, job)
  } finally {
    await thread.stop()
  }
}

type Going = { run: RunRow; thread: LookBackThread }
async function goThroughPortions(needs: RunNeeds, { run, thread }: Going, job: JobRun): Promise<number> {
  const { db, sightOf, countUp, names, flush } = needs
  const sight = await sightOf(run.started_by_id)
  if (sight === null) throw new Error('who started this run is no user any more')
  await flush()
  await countUp()
  const sources = sourcesSeen(names, sight)
  const ships = await shipsHeard(db, { from: run.from_at, sources, ships: run.ships })
  let hits = run.hits
  let isFirst = run.upto_ship === null
  let usual: AnswersData | null = null
  let isUsualTold = false
  for (const portion of portionsOf(run, ships)) {
    job.signal.throwIfAborted()
    const began = performance.now()
    const to = Math.min(run.to_at, needs.clock.now())
    const corrected = run.knowledge === 'CORRECTED'
    const about = { from: run.from_at, to, mmsis: portion.mmsis, corrected }
    const asked: Passed = {
      ...about,
      heard: portion.mmsis ?? ships,
      by: corrected ? 'OBSERVED' : 'ARRIVAL',
      together: portion.uptoShip === null || asksOfAnomalies([run.rule]),
      sight,
      sources,
      signal: job.signal,
    }
    // What is usual was learned from what all sources heard.
    if (!isUsualTold && sight.all)
      usual = await needs.worlds.usual([run.rule], { ...about, mmsis: run.ships })
    const { scanned, rows } = await lookBack(needs, { run, thread, usual }, asked)
    // It is the same in all portions.
    usual = null
    isUsualTold = true
    const room = MOST_RUN_RESULTS - hits
    const kept = rows.filter((row) => isAsked(row, run)).slice(0, room)
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

const isAsked = ({ lat_udeg, lon_udeg }: ResultRow, { area }: RunRow) =>
  area === null || lookupOf(area).at(lat_udeg / 1e6, lon_udeg / 1e6) > 0

/** Goes through a portion in a thread; answers how many fixes there were, and what was found, by time. */
async function lookBack(
  needs: RunNeeds,
  { run, thread, usual }: Going & { usual: AnswersData | null },
  asked: Passed,
): Promise<{ scanned: number; rows: ResultRow[] }> {
  const { worlds, clock } = needs
  const { past, ...data } = await worlds.data([run.rule], asked)
  const beside = await besideFixes(needs, [run.rule], asked)
  const { by, together, to } = asked
  const world = { ...data, past: past.rows() }
  thread.begin({ rule: run.rule, world, usual, beside, by, together, runId: run.id })
  for await (const batch of fixesSeen(needs, asked)) await thread.take(batch)
  const { scanned, rows } = await thread.end(to, clock.now())
  return { scanned, rows: rows.sort((a, b) => a.first_at - b.first_at) }
}
