import type { RuleDraft } from '@samudra/contract/rules'
import type { RuleExplanation } from '@samudra/contract/rule-results'
import { EMPTY_AUDIENCE, audienceOf, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { SeenObjects } from '../../../platform/kernel/objects/object-seers.sql.ts'
import { readLastVisible } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { ReferenceDoor } from '../../chart/reference/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { AlertLinks } from './findings/alert-links.ts'
import { crossingOf, crossingWords, type Crossing } from './detectors/crossing.ts'
import { deedsOf, isNews } from './findings/deeds.ts'
import { deedsOver, type Deeds } from './findings/deeds-door.ts'
import { noteDeeds } from './findings/deeds.sql.ts'
import { knowersOfResult, type Findings } from './findings/findings.ts'
import type { DetectorTrouble } from './detectors/detector-trouble.ts'
import { detectorOfRule, type Detectors } from './detectors/detectors.ts'
import { evidenceOver, type RuleEvidence } from './findings/rule-evidence.ts'
import type { DownSources } from './detectors/down.ts'
import { falseStaysOf, type FalseStay } from './detectors/false-stays.ts'
import { rulesSeen } from './findings/results.ops.ts'
import type { Client, ResultRow } from './findings/results.sql.ts'
import { namedBy, type HeldRule, type RuleBody } from './rule.ts'
import { presentExplanation } from './seen.ts'
import { takeNews, waitingNews, type NewsKey } from './evaluation/waiting.sql.ts'
import { textOfHit, type FoundAt, type TextNeeds } from './findings/told-text.ts'
import { otherVesselOf, twoVesselsIn } from './detectors/two-vessels.ts'

/** A rule as what it found is told of. */
export type NamedRule = {
  /** Code of its detector; RULE of one of people. */
  type: string
  title: string
  /** What it asks, as everybody may read it who may know of a hit there. */
  textOf: (at: FoundAt) => string
  /** Crossing of a line that a hit tells of; null of any other. */
  crossingOf: (row: Pick<ResultRow, 'explanation'>) => Crossing | null
  /** Split of the vessel that shares its MMSI with the one of a hit; null of any other hit. */
  otherSplitOf: (row: Pick<ResultRow, 'split' | 'explanation'>) => number | null
  /** Of a detector that watches areas, which one. */
  area: string | null
  /** The one area that conditions of a rule of people name; null of none and of several. */
  namesArea: string | null
  /** How it raises alerts by itself, if it does: by which the same, and for how long. */
  alerts: RuleDraft['dedupe'] | null
  /** Empty of the product's. */
  owner_id: string
}

export type RulesDoor = {
  /** Live results that changed and wait to be taken up, by their keys; and by the ids of results where false positions were, and when. */
  newsWaiting(
    limit: number,
  ): Promise<{ keys: readonly NewsKey[]; falseStays: ReadonlyMap<string, readonly FalseStay[]> }>
  /** These as they stand, in the transaction of who takes them up; with it is noted what rules are to do of them. */
  takeNews(client: Client, keys: readonly NewsKey[]): Promise<ResultRow[]>
  /** Whether one that changed is a hit somebody is to hear of. */
  isNews(row: ResultRow): boolean
  /** A rule that is there, or was; undefined of one that never was. */
  named(id: string): NamedRule | undefined
  /** Rules whose results a caller may know of, those that were deleted too. */
  seenBy(caller: Caller): SeenObjects
  /** Who may know what rules found; of those that were deleted who saw them last. */
  seersOf(ids: readonly string[]): Promise<ReadonlyMap<string, Audience>>
  /** Who may know of each of some live results. */
  knowersOf(rows: readonly ResultRow[]): Promise<(row: ResultRow) => Audience>
  readonly deeds: Deeds
  /** Tells screens that of some results something was done. */
  show(rows: readonly ResultRow[]): void
  /** A rule of people as a caller sees it. Throws NOT_FOUND. */
  get(id: string, caller: Caller): HeldRule
  /** Whether the sources that told of something are down, one group of them at least. */
  isDegraded(sources: readonly (readonly number[])[]): boolean
  explanationOf(row: ResultRow): RuleExplanation | null
  readonly evidence: RuleEvidence
  /** Which detectors find nothing at present and why; null when all do. */
  trouble(): string | null
}

type Needs = TextNeeds & {
  db: Db
  fixes: FixReader
  rules: Objects<RuleBody>
  detectors: Detectors
  down: Pick<DownSources, 'areAll'>
  trouble: Pick<DetectorTrouble, 'words'>
  alertLinks: AlertLinks
  clock: Clock
  reference: Pick<ReferenceDoor, 'watersAt'>
  names: SourceNames
  findings: Findings
}

/** Who sees rules; of those that were deleted who saw them last. */
async function seersOfRules({ db, rules, detectors }: Needs, ids: readonly string[]) {
  const seers = new Map<string, Audience>()
  const gone: string[] = []
  for (const id of ids) {
    const rule = rules.find(id)
    if (rule !== undefined) seers.set(id, audienceOf(rule))
    else if (detectorOfRule(id) !== undefined) seers.set(id, detectors.seersOf(id))
    else gone.push(id)
  }
  const last = gone.length === 0 ? [] : await readLastVisible(db, rules.kind.type, gone)
  for (const id of gone) seers.set(id, EMPTY_AUDIENCE)
  for (const one of last) seers.set(one.id, audienceOf(one))
  return seers
}

function namedRule(needs: Needs, id: string): NamedRule | undefined {
  const { rules, detectors } = needs
  const detector = detectorOfRule(id)
  if (detector !== undefined) {
    const { title, text } = detectors.wordsOf(id)
    const area = detectors.areaOf(id)
    const watersAt = (lat: number, lon: number) => needs.reference.watersAt(lat, lon)
    const crossingIn = ({ explanation }: Pick<ResultRow, 'explanation'>) =>
      crossingOf(detector.code, explanation, watersAt)
    return {
      type: detector.code,
      title,
      textOf: (row) => {
        const crossing = crossingIn(row)
        if (crossing !== null) return `${text} ${crossingWords(crossing)}`
        const vessels = twoVesselsIn(row.explanation)
        return vessels === null ? text : `${text}. ${vessels.words}.`
      },
      crossingOf: crossingIn,
      otherSplitOf: (row) => otherVesselOf(row)?.split ?? null,
      area,
      namesArea: null,
      alerts: null,
      owner_id: '',
    }
  }
  const rule = rules.find(id)
  if (rule === undefined) return undefined
  const { name, actions = [], dedupe } = rule.body
  const alerts = actions.some((action) => action.do === 'ALERT') ? dedupe : null
  const textOf = (at: FoundAt) => textOfHit(needs, rule, at)
  const [named = null, ...more] = namedBy({ when: rule.body.when }).areas
  const one = more.length === 0 ? named : null
  return {
    type: 'RULE',
    title: name,
    textOf,
    crossingOf: () => null,
    otherSplitOf: () => null,
    area: null,
    namesArea: one,
    alerts,
    owner_id: rule.owner_id,
  }
}

/** What other rooms may ask of rules and of what they found. */
export const doorOf = (needs: Needs): RulesDoor => ({
  async newsWaiting(limit) {
    const { keys, rows } = await waitingNews(needs.db, limit)
    return { keys, falseStays: await falseStaysOf(needs.fixes, rows) }
  },
  async takeNews(client, keys) {
    const rows = await takeNews(client, keys)
    const now = needs.clock.now()
    await noteDeeds(
      client,
      deedsOf(rows, (id) => needs.rules.find(id), now),
      now,
    )
    return rows
  },
  isNews: (row) => isNews(row, needs.clock.now()),
  named: (id) => namedRule(needs, id),
  seenBy: (caller) => rulesSeen(needs, caller),
  seersOf: (ids) => seersOfRules(needs, ids),
  async knowersOf(rows) {
    const seers = await seersOfRules(needs, [...new Set(rows.map(({ rule_id }) => rule_id))])
    return (row) => knowersOfResult(row, seers.get(row.rule_id)!, needs.names)
  },
  deeds: deedsOver(needs),
  show: (rows) => needs.findings.show(rows),
  get: (id, caller) => needs.rules.get(id, caller),
  isDegraded: (sources) => sources.some((some) => needs.down.areAll(some)),
  explanationOf: ({ explanation }) => (explanation === null ? null : presentExplanation(explanation)),
  evidence: evidenceOver(needs, (id) => namedRule(needs, id)),
  trouble: () => needs.trouble.words(),
})
