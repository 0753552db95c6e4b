import path from 'node:path'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { aircraft, type AircraftInterface } from '../../picture/aircraft/room.ts'
import { feeds, type FeedsInterface } from '../../picture/feeds/room.ts'
import { events } from '../events/room.ts'
import { room, type Ground, type RoomInterface } from '../../../platform/ground.ts'
import { patterns } from '../../past/patterns/room.ts'
import { traffic, type TrafficInterface } from '../../past/traffic/room.ts'
import { history, type HistoryInterface } from '../../past/history/room.ts'
import { identity } from '../../centre/identity/room.ts'
import { audienceOf } from '../../../platform/kernel/http/audience.ts'
import type { Beat } from '../../../platform/kernel/cluster/beats.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { JobKind } from '../../../platform/needs/jobs.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { portCalls } from '../../vessels/port-calls/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { vessels } from '../../vessels/vessels/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { weather, type WeatherInterface } from '../../chart/weather/room.ts'
import { webhooks } from '../webhooks/room.ts'
import { AlertLinks } from './findings/alert-links.ts'
import { AGAIN_JOB, goThroughAgain, type AgainNeeds } from './reevaluation/again.ts'
import { memoizedRules } from './evaluation/memoized-rules.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { detectorStateOps } from './detectors/detector-readiness.ts'
import { DetectorTrouble } from './detectors/detector-trouble.ts'
import { DETECTOR_OBJECTS, detectorOfRule, Detectors } from './detectors/detectors.ts'
import { detectorOps } from './detectors/detectors.ops.ts'
import { doorOf } from './door.ts'
import { needsSilence, DownSources } from './detectors/down.ts'
import { boxOps } from './detectors/boxes.ops.ts'
import { explainOps } from './findings/explain.ops.ts'
import { Findings } from './findings/findings.ts'
import { RuleFollower } from './evaluation/rule-follower.ts'
import type { FollowerNeeds } from './evaluation/follower-needs.ts'
import { Worlds } from './evaluation/make-world.ts'
import { LOOK_BACK } from './runs/look-back.ts'
import { factNews, updateNews, listsInTurn, type NewsNeeds } from './evaluation/news.ts'
import { resultOps } from './findings/results.ops.ts'
import { recordOps } from './findings/record.ops.ts'
import { reviewRules } from './reevaluation/rule-review.ts'
import { SkyFollower } from './aircraft/sky-follower.ts'
import type { RuleBody } from './rule.ts'
import { ruleOps } from './rules.ops.ts'
import { runOps } from './runs/runs.ops.ts'
import { giveUpRun, runRuleJob, RUN_JOB, RUN_TRIES, type RunNeeds } from './runs/run.ts'
import { forgetRuns } from './runs/runs.sql.ts'
import { endSilent } from './evaluation/silent.sql.ts'
import { StartingRules } from './evaluation/starting-rules.ts'
import { eventsAbout, vesselEventOps } from './findings/vessel-events.ops.ts'
import { ShortBaselines } from './baselines/short-baselines.ts'
import { UnknownWeather } from './weather/unknown-weather.ts'
import { usesOf } from './uses.ts'
import { stopRule, notifyFailed, notifyBurst } from './stop-rule.ts'

export type { NamedRule } from './door.ts'
export type { Detection } from './findings/detections.ts'
export type { EvidenceOfHit, RuleEvidence } from './findings/rule-evidence.ts'
export type { DueAction, DoneAction } from './findings/rule-actions.sql.ts'
export type { FalseStay } from './detectors/false-stays.ts'
export type { ResultRow } from './findings/results.sql.ts'

const TURN_MS = 250
const AGAIN_MS = 60_000
const LOOK_MS = 1000
const SKY_MS = 1000
const REVIEW_MS = 60_000
/** A vessel is silent after twice the longest usual time between two reports. */
const SILENT_MS = 12 * 3_600_000
const SILENT_LOOK_MS = 600_000
/** Retention of dry run results: a week, ms. */
const DRY_MS = 7 * 86_400_000

/** Rules of users and of the product: storage, evaluation live and in historical runs, and their hits. */
export const rules = room({
  name: 'rules',
  uses: {
    identity,
    sources,
    history,
    reference,
    ports,
    portCalls,
    filterInputs,
    events,
    vessels,
    feeds,
    patterns,
    traffic,
    picture,
    aircraft,
    weather,
    webhooks,
  },
  open: async (ground, { sources: { names }, ports, filterInputs, picture, weather, webhooks, ...doors }) => {
    const { identity, history, reference, events, vessels, feeds, portCalls } = doors
    const { areas, lists } = filterInputs
    const ruleObjects = await openObjects<RuleBody>(ground, { type: 'rule', noun: 'rule', mostOfUser: 500 })
    const past = { calls: portCalls, vessels }
    const ofWorld = { ports, names, past, weather, stationsThen: feeds.stationsThen }
    const worlds = new Worlds({ ...ground, ...doors, ...filterInputs, ...ofWorld })
    const detectors = new Detectors(await openObjects(ground, DETECTOR_OBJECTS), areas)
    const currentRules = memoizedRules(ruleObjects, detectors, { filterInputs, ports, reference })
    const waits = waitsOf({ ...ground, ...doors, names, weather, rules: ruleObjects, currentRules })
    const trouble = new DetectorTrouble({ ...ground, currentRules })
    const { down } = waits
    const findings = findingsOf(ground, { rules: ruleObjects, currentRules, detectors, names, down, trouble })
    const common = {
      ...ground,
      names,
      fixes: history.reader,
      flush: history.flush,
      settleRecorded: picture.settleRecorded,
      worlds,
      listsThen: filterInputs.listsThen,
      calls: portCalls,
      events,
      sky: doors.aircraft,
    }
    const keepers = keepersOf(common, { findings, currentRules, listsOf: filterInputs.listsWith, trouble })
    const starting = new StartingRules({ ...ground, rules: ruleObjects, atWork: atWorkIn(keepers) })
    for (const one of [ruleObjects, detectors.objects, areas, ports, reference])
      one.whenChanged(keepers.rulesChanged)
    ground.queries.subscribe('references', usesOf(ruleObjects))
    const parts = { ...waits, areas, lists, detectors, starting, weather, trouble, findings }
    const needs = {
      ...common,
      rules: ruleObjects,
      ...parts,
      isCounted: doors.traffic.isCounted,
      portName: (id: string) => ports.byId(id)?.name ?? null,
      judgedPorts: ports.judged,
      alertLinks: new AlertLinks(ground.db, webhooks, ground.queries),
      identity,
      webhooks,
      reference,
      ...countsOf(history),
      sightOf: identity.sightOfUser,
      sailing: picture.sailing,
      lookBackProgram: lookBackBeside(ground.assembly.readerProgram),
    }
    ground.queries.subscribe('vesselEvents', eventsAbout(needs))
    return {
      door: doorOf(needs),
      ops: OPS.flatMap((made) => made(needs)),
      jobs: [
        ...jobsOf({ ...needs, rules: currentRules }),
        ...looksOf({ ...ground, rules: ruleObjects, currentRules, findings }),
      ],
      beats: beatsOf(keepers, { trouble, ...waits, starting }),
      stop: keepers.stop,
    }
  },
})

/** Interface of the room. */
export type RulesInterface = RoomInterface<typeof rules>

/** Returns what may keep rules back: sources that are down, an unknown weather, and baselines of too few weeks. */
function waitsOf({
  feeds,
  currentRules,
  ...needs
}: Ground & {
  names: SourceNames
  weather: WeatherInterface
  traffic: TrafficInterface
  feeds: FeedsInterface
  rules: Objects<RuleBody>
  currentRules: FindingNeeds['currentRules']
}) {
  return {
    down: new DownSources({ ...needs, sources: feeds.sources }),
    unknown: new UnknownWeather(needs),
    short: new ShortBaselines({ ...needs, evaluated: () => currentRules().rules }),
  }
}

/** Returns what reads which rules are evaluated. */
const atWorkIn =
  ({ ofShips, ofAircraft }: ReturnType<typeof keepersOf>) =>
  () => [...ofShips.atWork, ...ofAircraft.atWork]

/** Counts of positions that runs and the states of detectors need. */
const countsOf = ({ counts }: HistoryInterface) => ({
  countUp: counts.refresh,
  spans: counts.spans,
  firstData: counts.first,
})

/** Operations of the room. */
const OPS = [
  ruleOps,
  resultOps,
  runOps,
  recordOps,
  boxOps,
  explainOps,
  detectorOps,
  detectorStateOps,
  vesselEventOps,
] as const

type Common = Ground &
  NewsNeeds &
  Pick<FollowerNeeds, 'fixes' | 'flush' | 'settleRecorded'> & { worlds: Worlds; sky: AircraftInterface }
/** Creates the followers, which receive new data and evaluate them in turns. */
function keepersOf(
  common: Common,
  {
    findings,
    currentRules,
    listsOf,
    trouble,
  }: Pick<FollowerNeeds, 'findings' | 'listsOf'> & {
    currentRules: ReturnType<typeof memoizedRules>
    trouble: DetectorTrouble
  },
) {
  const { bus, db, jobs, log } = common
  const follower = new RuleFollower({
    ...common,
    findings,
    turned: (error) => {
      trouble.noteTurn(error === null)
      if (error !== null) log.error('rules could not be updated', { error: sentenceOf(error) })
    },
    rules: () => currentRules().ofShips,
    goAgain: () => jobs.hurry(AGAIN_JOB),
    listsOf,
    news: async (asking, period) =>
      [
        ...(await factNews(db, period, null, 'STORED')),
        ...(await updateNews(common, asking, { ...period, mmsis: null, corrected: false })),
      ].sort((a, b) => a.at - b.at),
    lists: (period) => listsInTurn(common, period),
  })
  bus.subscribe('judgedFix', (batch) => follower.hear(batch))
  bus.subscribe('listMoves', ({ moves }) => follower.hearMoves(moves))
  bus.subscribe('portCallNews', () => follower.hearNews())
  const ofAircraft = new SkyFollower({
    ...common,
    findings,
    rules: () => currentRules().ofAircraft,
    turned: (error) => {
      if (error !== null) log.error('rules of aircraft could not be updated', { error: sentenceOf(error) })
    },
  })
  /** Rules, or outlines that they name, changed: evaluated from now on, not from the next beat. */
  const rulesChanged = () => (follower.soon(), ofAircraft.soon())
  const stop = async () => void (await Promise.all([follower.stop(), ofAircraft.stop()]))
  return { ofShips: follower, ofAircraft, rulesChanged, stop }
}
type Keepers = ReturnType<typeof keepersOf>

const beatsOf = (
  { ofShips, ofAircraft }: Keepers,
  {
    trouble,
    ...looks
  }: { trouble: DetectorTrouble } & Record<'down' | 'unknown' | 'short' | 'starting', { look(): void }>,
): Beat[] => [
  { everyMs: TURN_MS, work: () => ofShips.beat() },
  { everyMs: SKY_MS, work: () => ofAircraft.beat() },
  { everyMs: LOOK_MS, work: () => (trouble.pushChange(), Object.values(looks).forEach((one) => one.look())) },
]

const jobsOf = (needs: RunNeeds & AgainNeeds): JobKind[] => [
  {
    name: AGAIN_JOB,
    does: 'Re-evaluates vessels with late data',
    when: { everyMs: AGAIN_MS },
    work: (run) => goThroughAgain(needs, run),
  },
  {
    name: RUN_JOB,
    does: 'Runs a rule on recorded data',
    tries: RUN_TRIES,
    work: (run) => runRuleJob(needs, run),
    givenUp: (job, how) => giveUpRun(needs, job, how),
  },
  {
    name: 'rules.forget',
    does: 'Deletes dry runs after a week',
    when: { cron: '20 4 * * *', zone: 'UTC' },
    work: () => forgetRuns(needs.db, new Date(needs.clock.now() - DRY_MS)),
  },
]

const silentOf = ({ currentRules, db, clock, findings }: SilentNeeds): JobKind => ({
  name: 'rules.silent',
  does: 'Ends hits of vessels that are no longer received',
  when: { everyMs: SILENT_LOOK_MS },
  work: async () => {
    const except = currentRules()
      .rules.filter(needsSilence)
      .map(({ id }) => id)
    const now = clock.now()
    findings.deliver(await endSilent(db, { except, since: now - SILENT_MS, now }))
  },
})

const reviewOf = (needs: Parameters<typeof reviewRules>[0]): JobKind => ({
  name: 'rules.review',
  does: 'Sends rule review reminders',
  when: { everyMs: REVIEW_MS },
  work: () => reviewRules(needs),
})
const looksOf = (needs: SilentNeeds & Parameters<typeof reviewOf>[0]): JobKind[] => [
  reviewOf(needs),
  silentOf(needs),
]

type SilentNeeds = Pick<Ground, 'db' | 'clock'> & {
  currentRules: FindingNeeds['currentRules']
  findings: Findings
}
type FindingNeeds = {
  rules: Objects<RuleBody>
  currentRules: () => { rules: readonly EvaluatedRule[] }
  detectors: Detectors
  names: SourceNames
  down: DownSources
  trouble: DetectorTrouble
}
function findingsOf(
  ground: Ground,
  { rules: stored, currentRules, detectors, names, down, trouble }: FindingNeeds,
): Findings {
  const seersOfRule = (id: string) => {
    const rule = stored.find(id)
    return rule !== undefined ? audienceOf(rule) : detectors.seersOf(id)
  }
  return new Findings({
    ...ground,
    names,
    down,
    seersOf: seersOfRule,
    ruleOf: (id) => currentRules().rules.find((one) => one.id === id),
    stop: (id, why, what) => {
      const detector = detectorOfRule(id)
      if (detector === undefined) return void stopRule(ground, stored, id, why)
      trouble.note(detector.label, what)
      const push = what === 'FLOODS' ? notifyBurst : notifyFailed
      push(ground, detector, why)
    },
  })
}

/** Where the reader of files is not beside the server, neither is the thread that looks back. */
const lookBackBeside = (reader: string | undefined) =>
  reader === undefined ? LOOK_BACK : path.join(path.dirname(reader), 'history-run.js')
