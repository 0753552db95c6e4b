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
import { askedOnce } from './evaluation/asked.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { detectorStateOps } from './detectors/detector-readiness.ts'
import { DetectorTrouble } from './detectors/detector-trouble.ts'
import { DETECTOR_OBJECTS, detectorOfRule, Detectors } from './detectors/detectors.ts'
import { detectorOps } from './detectors/detectors.ops.ts'
import { doorOf } from './door.ts'
import { asksOfSilence, DownSources } from './detectors/down.ts'
import { boxOps } from './detectors/boxes.ops.ts'
import { explainOps } from './findings/explain.ops.ts'
import { Findings } from './findings/findings.ts'
import { RuleKeeper } from './evaluation/keeper.ts'
import type { KeeperNeeds } from './evaluation/keeper-needs.ts'
import { Worlds } from './evaluation/make-world.ts'
import { LOOK_BACK } from './runs/look-back.ts'
import { factNews, happeningNews, listsInTurn, type NewsNeeds } from './evaluation/news.ts'
import { resultOps } from './findings/results.ops.ts'
import { recordOps } from './findings/record.ops.ts'
import { reviewRules } from './reevaluation/review.ts'
import { SkyKeeper } from './aircraft/sky-keeper.ts'
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
import { stopRule, tellFailed, tellFlood } from './stop-rule.ts'

export type { NamedRule } from './door.ts'
export type { Detection } from './findings/detections.ts'
export type { EvidenceOfHit, RuleEvidence } from './findings/rule-evidence.ts'
export type { Deed, DoneDeed } from './findings/deeds.sql.ts'
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
/** What dry runs found is kept for a week. */
const DRY_MS = 7 * 86_400_000

/** Rules of people and of the product: kept, evaluated live and over the past, and what they found. */
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
    const kept = await openObjects<RuleBody>(ground, { type: 'rule', noun: 'rule', mostOfUser: 500 })
    const past = { calls: portCalls, vessels }
    const ofWorld = { ports, names, past, weather, stationsThen: feeds.stationsThen }
    const worlds = new Worlds({ ...ground, ...doors, ...filterInputs, ...ofWorld })
    const detectors = new Detectors(await openObjects(ground, DETECTOR_OBJECTS), areas)
    const asked = askedOnce(kept, detectors, { filterInputs, ports, reference })
    const waits = waitsOf({ ...ground, ...doors, names, weather, rules: kept, asked })
    const trouble = new DetectorTrouble({ ...ground, asked })
    const findings = findingsOf(ground, { kept, asked, detectors, names, down: waits.down, trouble })
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
    const keepers = keepersOf(common, { findings, asked, listsOf: filterInputs.listsWith })
    const starting = new StartingRules({ ...ground, rules: kept, atWork: atWorkIn(keepers) })
    ground.queries.subscribe('references', usesOf(kept))
    const needs = {
      ...common,
      rules: kept,
      areas,
      lists,
      portName: (id: string) => ports.byId(id)?.name ?? null,
      judgedPorts: ports.judged,
      detectors,
      ...waits,
      isCounted: doors.traffic.isCounted,
      starting,
      weather,
      trouble,
      findings,
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
      jobs: [...jobsOf({ ...needs, rules: asked }), ...looksOf({ ...ground, rules: kept, asked, findings })],
      beats: beatsOf(keepers, ground, { trouble, ...waits, starting }),
      stop: keepers.stop,
    }
  },
})

/** Interface of the room. */
export type RulesInterface = RoomInterface<typeof rules>

/** Returns what may keep rules back: sources that are down, an unknown weather, and baselines of too few weeks. */
function waitsOf({
  feeds,
  asked,
  ...needs
}: Ground & {
  names: SourceNames
  weather: WeatherInterface
  traffic: TrafficInterface
  feeds: FeedsInterface
  rules: Objects<RuleBody>
  asked: Told['asked']
}) {
  return {
    down: new DownSources({ ...needs, sources: feeds.sources }),
    unknown: new UnknownWeather(needs),
    short: new ShortBaselines({ ...needs, evaluated: () => asked().rules }),
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

/** What may be asked of the room. */
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
  Pick<KeeperNeeds, 'fixes' | 'flush' | 'settleRecorded'> & { worlds: Worlds; sky: AircraftInterface }
/** They hear what comes, and evaluate it in turns. */
function keepersOf(
  common: Common,
  {
    findings,
    asked,
    listsOf,
  }: Pick<KeeperNeeds, 'findings' | 'listsOf'> & { asked: ReturnType<typeof askedOnce> },
) {
  const { bus, db, jobs } = common
  const keeper = new RuleKeeper({
    ...common,
    findings,
    rules: () => asked().ofShips,
    goAgain: () => jobs.hurry(AGAIN_JOB),
    listsOf,
    news: async (asking, period) =>
      [
        ...(await factNews(db, period, null, 'STORED')),
        ...(await happeningNews(common, asking, { ...period, mmsis: null, corrected: false })),
      ].sort((a, b) => a.at - b.at),
    lists: (period) => listsInTurn(common, period),
  })
  bus.subscribe('judgedFix', (batch) => keeper.hear(batch))
  bus.subscribe('listMoves', ({ moves }) => keeper.hearMoves(moves))
  const ofAircraft = new SkyKeeper({ ...common, findings, rules: () => asked().ofAircraft })
  const stop = async () => void (await Promise.all([keeper.stop(), ofAircraft.stop()]))
  return { ofShips: keeper, ofAircraft, stop }
}
type Keepers = ReturnType<typeof keepersOf>

const beatsOf = (
  { ofShips, ofAircraft }: Keepers,
  { log }: Ground,
  {
    trouble,
    ...looks
  }: { trouble: DetectorTrouble } & Record<'down' | 'unknown' | 'short' | 'starting', { look(): void }>,
): Beat[] => [
  {
    everyMs: TURN_MS,
    work: async () => {
      try {
        await ofShips.beat()
        trouble.noteTurn(true)
      } catch (error) {
        trouble.noteTurn(false)
        log.error('rules could not be brought up to date', { error: sentenceOf(error) })
      }
    },
  },
  { everyMs: SKY_MS, work: () => ofAircraft.beat() },
  { everyMs: LOOK_MS, work: () => (trouble.tell(), Object.values(looks).forEach((one) => one.look())) },
]

const jobsOf = (needs: RunNeeds & AgainNeeds): JobKind[] => [
  {
    name: AGAIN_JOB,
    does: 'Goes through ships again of which something came too late for rules',
    when: { everyMs: AGAIN_MS },
    work: (run) => goThroughAgain(needs, run),
  },
  {
    name: RUN_JOB,
    does: 'Looks back with a rule',
    tries: RUN_TRIES,
    work: (run) => runRuleJob(needs, run),
    givenUp: (job, how) => giveUpRun(needs, job, how),
  },
  {
    name: 'rules.forget',
    does: 'Forgets dry runs of rules after a week',
    when: { cron: '20 4 * * *', zone: 'UTC' },
    work: () => forgetRuns(needs.db, new Date(needs.clock.now() - DRY_MS)),
  },
]

const silentOf = ({ asked, db, clock, findings }: SilentNeeds): JobKind => ({
  name: 'rules.silent',
  does: 'Ends behaviour of vessels that are not received any more at their last report',
  when: { everyMs: SILENT_LOOK_MS },
  work: async () => {
    const except = asked()
      .rules.filter(asksOfSilence)
      .map(({ id }) => id)
    const now = clock.now()
    findings.tell(await endSilent(db, { except, since: now - SILENT_MS, now }))
  },
})

const reviewOf = (needs: Parameters<typeof reviewRules>[0]): JobKind => ({
  name: 'rules.review',
  does: 'Has rules reviewed whose day of review came',
  when: { everyMs: REVIEW_MS },
  work: () => reviewRules(needs),
})
const looksOf = (needs: SilentNeeds & Parameters<typeof reviewOf>[0]): JobKind[] => [
  reviewOf(needs),
  silentOf(needs),
]

type SilentNeeds = Pick<Ground, 'db' | 'clock'> & { asked: Told['asked']; findings: Findings }
type Told = {
  kept: Objects<RuleBody>
  asked: () => { rules: readonly EvaluatedRule[] }
  detectors: Detectors
  names: SourceNames
  down: DownSources
  trouble: DetectorTrouble
}
function findingsOf(ground: Ground, { kept, asked, detectors, names, down, trouble }: Told): Findings {
  const seersOfRule = (id: string) => {
    const rule = kept.find(id)
    return rule !== undefined ? audienceOf(rule) : detectors.seersOf(id)
  }
  return new Findings({
    ...ground,
    names,
    down,
    seersOf: seersOfRule,
    ruleOf: (id) => asked().rules.find((one) => one.id === id),
    stop: (id, why, what) => {
      const detector = detectorOfRule(id)
      if (detector === undefined) return void stopRule(ground, kept, id, why)
      trouble.note(detector.label, what)
      const tell = what === 'FLOODS' ? tellFlood : tellFailed
      tell(ground, detector, why)
    },
  })
}

/** Where the reader of files is not beside the server, neither is the thread that looks back. */
const lookBackBeside = (reader: string | undefined) =>
  reader === undefined ? LOOK_BACK : path.join(path.dirname(reader), 'history-run.js')
