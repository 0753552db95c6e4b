import path from 'node:path'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { aircraft, type AircraftDoor } from '../aircraft/room.ts'
import { feeds } from '../feeds/room.ts'
import { events } from '../events/room.ts'
import { room, type Ground } from '../ground.ts'
import { habits } from '../habits/room.ts'
import { history, type HistoryDoor } from '../history/room.ts'
import { identity } from '../identity/room.ts'
import { seersOf } from '../kernel/audience.ts'
import type { Beat } from '../kernel/beats.ts'
import { sentenceOf } from '../kernel/errors.ts'
import type { Objects } from '../kernel/objects.ts'
import { openObjects } from '../kernel/open-objects.ts'
import type { JobKind } from '../needs/jobs.ts'
import { picture } from '../picture/room.ts'
import { places } from '../places/room.ts'
import { portCalls } from '../port-calls/room.ts'
import { ports } from '../ports/room.ts'
import { reference } from '../reference/room.ts'
import { register } from '../register/room.ts'
import { registry } from '../registry/room.ts'
import { weather } from '../weather/room.ts'
import { webhooks } from '../webhooks/room.ts'
import { AlertLinks } from './alert-links.ts'
import { AGAIN_JOB, goThroughAgain, type AgainNeeds } from './again.ts'
import { askedOnce } from './asked.ts'
import type { SourceNames } from '../sea/names.ts'
import { detectorStateOps } from './detector-readiness.ts'
import { DetectorTrouble } from './detector-trouble.ts'
import { DETECTOR_OBJECTS, detectorOfRule, Detectors } from './detectors.ts'
import { detectorOps } from './detectors.ops.ts'
import { doorOf } from './door.ts'
import { asksOfSilence, DownSources } from './down.ts'
import { boxOps } from './boxes.ops.ts'
import { explainOps } from './explain.ops.ts'
import { Findings } from './findings.ts'
import { RuleKeeper } from './keeper.ts'
import type { KeeperNeeds } from './keeper-needs.ts'
import { Worlds } from './make-world.ts'
import { LOOK_BACK } from './look-back.ts'
import { factNews, happeningNews, listsInTurn, type NewsNeeds } from './news.ts'
import { resultOps } from './results.ops.ts'
import { recordOps } from './record.ops.ts'
import { reviewRules } from './review.ts'
import { SkyKeeper } from './sky-keeper.ts'
import type { RuleBody } from './rule.ts'
import { ruleOps } from './rules.ops.ts'
import { runOps } from './runs.ops.ts'
import { giveUpRun, runRuleJob, RUN_JOB, RUN_TRIES, type RunNeeds } from './run.ts'
import { forgetRuns } from './runs.sql.ts'
import { endSilent } from './silent.sql.ts'
import { StartingRules } from './starting-rules.ts'
import { vesselEventOps } from './vessel-events.ops.ts'
import { UnknownWeather } from './unknown-weather.ts'
import { usesOf } from './uses.ts'
import { stopRule, tellFailed, tellFlood } from './stop-rule.ts'

export type { NamedRule, RulesDoor } from './door.ts'
export type { Deed, DoneDeed } from './deeds.sql.ts'
export type { FalseStay } from './false-stays.ts'
export type { ResultRow } from './results.sql.ts'

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
    registry,
    history,
    reference,
    ports,
    'port-calls': portCalls,
    places,
    events,
    register,
    feeds,
    habits,
    picture,
    aircraft,
    weather,
    webhooks,
  },
  open: async (ground, { registry: { names }, ports, places, picture, weather, webhooks, ...doors }) => {
    const { identity, history, reference, events, register, feeds, 'port-calls': portCalls } = doors
    const { areas, lists } = places
    const kept = await openObjects<RuleBody>(ground, { type: 'rule', noun: 'rule', mostOfUser: 500 })
    const past = { calls: portCalls, register }
    const { stationsThen } = feeds
    const worlds = new Worlds({ ...ground, ...doors, ...places, ports, names, past, stationsThen, weather })
    const detectors = new Detectors(await openObjects(ground, DETECTOR_OBJECTS), areas)
    const asked = askedOnce(kept, detectors, { places, ports, reference })
    const down = new DownSources({ ...ground, names, rules: kept, sources: feeds.sources })
    const unknown = new UnknownWeather({ ...ground, rules: kept, weather })
    const trouble = new DetectorTrouble({ ...ground, asked })
    const findings = findingsOf(ground, { kept, asked, detectors, names, down, trouble })
    const common = {
      ...ground,
      names,
      fixes: history.reader,
      flush: history.flush,
      worlds,
      listsThen: places.listsThen,
      calls: portCalls,
      events,
      sky: doors.aircraft,
    }
    const keepers = keepersOf(common, { findings, asked, listsOf: places.listsWith })
    const starting = new StartingRules({ ...ground, rules: kept, atWork: atWorkIn(keepers) })
    ground.uses.answer(usesOf(kept))
    const needs = {
      ...common,
      rules: kept,
      areas,
      lists,
      portName: (id: string) => ports.byId(id)?.name ?? null,
      judgedPorts: ports.judged,
      detectors,
      down,
      unknown,
      starting,
      weather,
      trouble,
      findings,
      alertLinks: new AlertLinks(ground.db, webhooks),
      identity,
      webhooks,
      reference,
      ...countsOf(history),
      sightOf: identity.sightOfUser,
      sailing: picture.sailing,
      lookBackProgram: lookBackBeside(ground.assembly.readerProgram),
    }
    return {
      door: doorOf(needs),
      ops: OPS.flatMap((made) => made(needs)),
      jobs: [...jobsOf({ ...needs, rules: asked }), ...looksOf({ ...ground, rules: kept, asked, findings })],
      beats: beatsOf(keepers, ground, { trouble, down, unknown, starting }),
      stop: keepers.stop,
    }
  },
})

/** Returns what reads which rules are evaluated. */
const atWorkIn =
  ({ ofShips, ofAircraft }: ReturnType<typeof keepersOf>) =>
  () => [...ofShips.atWork, ...ofAircraft.atWork]

/** Counts of positions that runs and the states of detectors need. */
const countsOf = ({ counts }: HistoryDoor) => ({
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
  Pick<KeeperNeeds, 'fixes' | 'flush'> & { worlds: Worlds; sky: AircraftDoor }
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
        ...(await factNews(db, period)),
        ...(await happeningNews(common, asking, { ...period, mmsis: null, corrected: false })),
      ].sort((a, b) => a.at - b.at),
    lists: (period) => listsInTurn(common, period),
  })
  bus.hear('judgedFix', (batch) => keeper.hear(batch))
  bus.hear('listMoves', ({ moves }) => keeper.hearMoves(moves))
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
  }: { trouble: DetectorTrouble } & Record<'down' | 'unknown' | 'starting', { look(): void }>,
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
    return rule !== undefined ? seersOf(rule) : detectors.seersOf(id)
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
  reader === undefined ? LOOK_BACK : path.join(path.dirname(reader), 'look-back.js')
