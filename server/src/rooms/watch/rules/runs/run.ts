import { createHash } from 'node:crypto'
import { MOST_RUN_RESULTS } from '@samudra/contract/rule-results'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { needsNeighbours, needsSeveral } from '@samudra/rules/plans/condition-needs'
import { lookupOf, type CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import type { HistoryInterface } from '../../../past/history/room.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { GivenUp, JobRun } from '../../../../platform/needs/jobs.ts'
import { sourcesSeen, type SourceNames } from '../../../../sea/names.ts'
import { LookBackThread, type Begin } from './look-back.ts'
import { boxOf, SelfReportedFields, shipsIn } from '../evaluation/concerned.ts'
import { factsOf } from '../evaluation/facts.ts'
import { UNSHARED } from '../evaluation/number-sharing.ts'
import { needsAnomalies } from '../evaluation/news.ts'
import {
  besideFixes,
  fixesSeen,
  reportedBefore,
  type Beside,
  type Passed,
  type PassNeeds,
} from '../evaluation/pass.ts'
import { storeResults, type ResultRow } from '../findings/results.sql.ts'
import { resultsOf } from '../findings/findings.ts'
import { coverageOf } from './run-coverage.ts'
import { SkyStage } from '../aircraft/sky-stage.ts'
import type { FactsRow } from '../evaluation/states.sql.ts'
import {
  advanceRun,
  beginAgain,
  endRun,
  readRun,
  vesselsReceived,
  type RunCoverage,
  type RunRow,
} from './runs.sql.ts'
import type { Worlds } from '../evaluation/make-world.ts'

export const RUN_JOB = 'rules.run'
export const RUN_TRIES = 3
/** Ships gone through at a time; what they made is stored with how far the run came. */
const SHIPS_AT_ONCE = 500

export type RunNeeds = PassNeeds & {
  clock: Clock
  flush: () => Promise<void>
  /** Updates the table of vessels received by hour. */
  countUp: () => Promise<void>
  /** Times in which sources reported positions. */
  spans: HistoryInterface['counts']['spans']
  names: SourceNames
  worlds: Pick<Worlds, 'data' | 'usual' | 'usualVessels' | 'forecasts' | 'outlineOf' | 'withoutUsual'>
  sky: AircraftInterface
  /** The program of the thread that goes through fixes. */
  lookBackProgram: string
  /** Returns the current visibility of a user; null for an unknown user. */
  sightOf: (userId: string) => Promise<CallerVisibility | null>
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
  const hits = await goThrough(needs, run, job)
  const truncated = hits >= MOST_RUN_RESULTS
  const state = truncated ? 'PARTIAL' : 'SUCCEEDED'
  const coverage = isOfAircraft(run) ? null : await coverageOfRun(needs, run)
  const preview = previewOf(run, hits, coverage)
  await endRun(db, run_id, { state, error: null, preview, coverage, truncated }, clock.now())
}

/** Ends a run whose job has failed or was cancelled; what it found stays, and it can be resumed. */
export async function giveUpRun(
  { db, clock }: RunNeeds,
  { id, input }: { id: string; input: unknown },
  { state, why }: GivenUp,
): Promise<void> {
  const run = await readRun(db, (input as { run_id: string }).run_id)
  // One that was resumed meanwhile has another job.
  if (run?.job_id !== id) return
  const error = state === 'FAILED' ? why : null
  const over = { state, error, preview: null, coverage: null, truncated: run.truncated }
  await endRun(db, run.id, over, clock.now())
}

/** Hash of a preview that enabling a rule takes: the run, the version of the rule, its hits and the data it had. */
const previewOf = ({ id, rule_id, rule_version }: RunRow, hits: number, coverage: RunCoverage | null) =>
  createHash('sha256')
    .update(JSON.stringify([id, rule_id, rule_version, hits, coverage]))
    .digest('hex')

async function coverageOfRun({ sightOf, names, spans, clock }: RunNeeds, run: RunRow) {
  const visibility = await sightOf(run.started_by_id)
  return visibility === null ? null : coverageOf(spans, run, sourcesSeen(names, visibility), clock.now())
}

async function goThrough(needs: RunNeeds, run: RunRow, job: JobRun): Promise<number> {
  const thread = new LookBackThread(needs.lookBackProgram, job.signal)
  try {
    return await goThroughPortions(needs, { run, thread }, job)
  } finally {
    await thread.stop()
  }
}

const isOfAircraft = ({ rule }: Pick<RunRow, 'rule'>) => rule.subject === 'AIRCRAFT'
const isOfSource = ({ rule }: Pick<RunRow, 'rule'>) => rule.subject === 'SOURCE'

type Going = { run: RunRow; thread: LookBackThread }
type Once = Pick<Begin, 'usual' | 'usualVessels' | 'forecasts'>
async function goThroughPortions(needs: RunNeeds, { run, thread }: Going, job: JobRun): Promise<number> {
  const { sightOf, countUp, names, flush } = needs
  const visibility = await sightOf(run.started_by_id)
  if (visibility === null) throw new Error('the user who started this run no longer exists')
  await flush()
  await countUp()
  const sources = sourcesSeen(names, visibility)
  const ships = await shipsConcerned(needs, run, sources, job.signal)
  let hits = run.hits
  let isFirst = run.upto_ship === null
  let isVisible = false
  /** Returns, on the first call, what is equal in all portions: baselines as learned from all sources, and weather. */
  const once = async (): Promise<Once> => {
    if (isVisible) return { usual: null, usualVessels: null, forecasts: null }
    isVisible = true
    const to = Math.min(run.to_at, needs.clock.now())
    const corrected = run.knowledge === 'CORRECTED'
    const about = { from: run.from_at, to, mmsis: run.ships, corrected }
    const { worlds } = needs
    const usual = visibility.all ? await worlds.usual([run.rule], about) : null
    const usualVessels = visibility.all ? await worlds.usualVessels([run.rule], about) : null
    return { usual, usualVessels, forecasts: await worlds.forecasts([run.rule], about) }
  }
  for (const portion of portionsOf(run, ships)) {
    job.signal.throwIfAborted()
    const began = performance.now()
    const to = Math.min(run.to_at, needs.clock.now())
    const corrected = run.knowledge === 'CORRECTED'
    const about = { from: run.from_at, to, mmsis: portion.mmsis, corrected }
    const query: Passed = {
      ...about,
      heard: portion.mmsis ?? ships,
      by: corrected && !isOfSource(run) ? 'OBSERVED' : 'ARRIVAL',
      together: portion.uptoShip === null || needsAnomalies([run.rule]),
      // A source is evaluated as a whole: its results contain no position.
      visibility: isOfSource(run) ? { ...visibility, everywhere: true } : visibility,
      sources,
      signal: job.signal,
    }
    const { scanned, rows } = await lookBack(needs, { run, thread, once }, query)
    const room = MOST_RUN_RESULTS - hits
    const remaining = rows.filter((row) => isRequest(row, run)).slice(0, room)
    const done = {
      uptoShip: portion.uptoShip,
      progress: portion.share,
      // The number of fixes from hidden waters is not shown.
      scanned: isOfSource(run) && !visibility.everywhere ? 0 : scanned,
      hits: remaining.length,
      cost: performance.now() - began,
    }
    await job.step({ upto: portion.uptoShip }, async (client) => {
      if (isFirst) await beginAgain(client, run.id)
      await storeResults(client, { begun: remaining, later: [] }, needs.clock.now())
      await advanceRun(client, run.id, done)
    })
    isFirst = false
    hits += remaining.length
    job.progress(portion.share)
    if (hits >= MOST_RUN_RESULTS) break
  }
  return hits
}

/** Returns vessels received, for a zone rule only those near it, ascending. */
async function shipsConcerned(
  { db, fixes, worlds }: RunNeeds,
  run: RunRow,
  sources: readonly number[] | null,
  signal: AbortSignal,
): Promise<number[]> {
  const { rule, from_at: from, to_at, ships, knowledge } = run
  // Any vessel may be near one.
  if (rule.subject === 'AIRCRAFT') return []
  const heard = await vesselsReceived(db, { from, sources, ships: needsNeighbours(rule) ? null : ships })
  const box = needsSeveral(rule) ? null : boxOf(rule, worlds.outlineOf)
  if (box === null) return heard
  const by = knowledge === 'CORRECTED' ? 'OBSERVED' : 'ARRIVAL'
  const query = { by, from, to: to_at + 1, mmsis: ships ?? undefined, sources, signal } as const
  const near = await shipsIn(fixes, query, box)
  return heard.filter((mmsi) => near.has(mmsi))
}

function portionsOf({ rule, ships, upto_ship }: RunRow, heard: readonly number[]): Portion[] {
  if (needsSeveral(rule)) return [{ mmsis: needsNeighbours(rule) ? null : ships, uptoShip: null, share: 1 }]
  const portions: Portion[] = []
  for (let at = 0; at < heard.length; at += SHIPS_AT_ONCE) {
    const mmsis = heard.slice(at, at + SHIPS_AT_ONCE)
    const share = Math.min(1, (at + SHIPS_AT_ONCE) / heard.length)
    if (mmsis.at(-1)! > (upto_ship ?? -1)) portions.push({ mmsis, uptoShip: mmsis.at(-1)!, share })
  }
  return portions
}

const isRequest = ({ mmsi, lat_udeg, lon_udeg }: ResultRow, { area, rule, ships }: RunRow) =>
  (area === null ||
    (lat_udeg !== null && lon_udeg !== null && lookupOf(area).at(lat_udeg / 1e6, lon_udeg / 1e6) > 0)) &&
  (ships === null || !needsNeighbours(rule) || ships.includes(mmsi))

/** Goes through a portion in a thread; answers how many fixes there were, and what was found, by time. */
async function lookBack(
  needs: RunNeeds,
  { run, thread, once }: Going & { once: () => Promise<Once> },
  query: Passed,
): Promise<{ scanned: number; rows: ResultRow[] }> {
  if (isOfAircraft(run)) return lookBackAtSky(needs, run, query)
  const { worlds, clock } = needs
  const ofSource = isOfSource(run)
  const beside = ofSource ? NOTHING_BESIDE : await besideFixes(needs, [run.rule], query)
  const mmsis = concernedBy(run.rule, beside, query.mmsis)
  if (mmsis?.length === 0) return { scanned: 0, rows: [] }
  const { past, ...data } = await worlds.data([run.rule], query)
  const { by, together, to } = query
  const world = { ...data, past: past.rows() }
  const same = await once()
  const { from, sources } = query
  const shown = ofSource ? { from, before: await reportedBefore(needs.fixes, from, sources) } : null
  thread.begin({ rule: run.rule, world, ...same, beside, reported: shown, by, together, runId: run.id })
  for await (const batch of fixesSeen(needs, { ...query, mmsis })) await thread.take(batch)
  const { scanned, rows } = await thread.end(to, clock.now())
  return { scanned, rows: rows.sort((a, b) => a.first_at - b.first_at) }
}

/** Goes through what was written down of the sky, as far as it is seen. */
async function lookBackAtSky({ worlds, sky, names, clock }: RunNeeds, run: RunRow, query: Passed) {
  const { from, to, sources, visibility, signal } = query
  const about = { from, to, mmsis: [], corrected: false }
  const stage = new SkyStage([run.rule], await worlds.withoutUsual([run.rule], about))
  await sky.flush()
  for await (const reports of sky.reports({ from, to, sources })) {
    signal.throwIfAborted()
    await stage.take(reports, { visibility, names }, signal)
  }
  stage.sky.advance(to)
  const { begun } = resultsOf(stage, stage.takeChanges(), run.id, clock.now())
  return { scanned: stage.count, rows: begun.sort((a, b) => a.first_at - b.first_at) }
}

/** Returns vessels of a portion for which a rule may hold, by all their self-reported data; null for all. */
function concernedBy(rule: EvaluatedRule, { known, news }: Beside, mmsis: readonly number[] | null) {
  const query = new SelfReportedFields(rule)
  if (mmsis === null || !query.isQuery) return mmsis
  const ships = new Map(
    mmsis.map((mmsi) => [mmsi, query.mayHold(factsOf({ mmsi, split: 0 }, SILENT, [], UNSHARED))]),
  )
  const look = (row: Pick<FactsRow, 'mmsi' | 'split' | 'fields' | 'marks'>) => {
    if (ships.get(row.mmsi) === false && query.mayHold(factsOf(row, row, [], UNSHARED)))
      ships.set(row.mmsi, true)
  }
  known.forEach(look)
  for (const one of news) if (one.kind === 'FACTS') look(one)
  return mmsis.filter((mmsi) => ships.get(mmsi))
}
const SILENT = { fields: {}, marks: 0 }
const NOTHING_BESIDE: Beside = { known: [], news: [] }
