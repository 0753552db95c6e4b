import type { RuleDraft } from '@samudra/contract/rules'
import { EMPTY_AUDIENCE, audienceOf, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { readLastVisible } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { ReferenceInterface } from '../../chart/reference/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { AlertLinks } from './findings/alert-links.ts'
import { crossingOf, crossingWords, type Crossing } from './detectors/crossing.ts'
import { actionsOf, isNews } from './findings/rule-actions.ts'
import { ruleActionsOver } from './findings/rule-actions-interface.ts'
import { storeActions } from './findings/rule-actions.sql.ts'
import { detectionsOf } from './findings/detections.ts'
import { knowersOfResult, type Findings } from './findings/findings.ts'
import type { DetectorTrouble } from './detectors/detector-trouble.ts'
import { detectorOfRule, type Detectors } from './detectors/detectors.ts'
import { evidenceOver } from './findings/rule-evidence.ts'
import type { DownSources } from './detectors/down.ts'
import { falseStaysOf } from './detectors/false-stays.ts'
import { rulesSeen } from './findings/results.ops.ts'
import type { Client, ResultRow } from './findings/results.sql.ts'
import { namedBy, type RuleBody } from './rule.ts'
import { presentExplanation } from './rule-visibility.ts'
import { takeNews, waitingNews, type NewsKey } from './evaluation/waiting.sql.ts'
import { textOfHit, type FoundAt, type TextNeeds } from './findings/hit-text.ts'
import { otherVesselOf, twoVesselsIn } from './detectors/two-vessels.ts'

/** Data of a rule for presenting its hits. */
export type NamedRule = {
  /** Code of its detector; RULE of one of people. */
  type: string
  title: string
  /** Returns the sentence of the rule, for users who may see a hit at that place. */
  textOf: (at: FoundAt) => string
  /** Crossing of a line in a hit; null for any other hit. */
  crossingOf: (row: Pick<ResultRow, 'explanation'>) => Crossing | null
  /** Split of the vessel that shares its MMSI with the one of a hit; null of any other hit. */
  otherSplitOf: (row: Pick<ResultRow, 'split' | 'explanation'>) => number | null
  /** Id of the area of a detector that watches areas; null for others. */
  area: string | null
  /** The one area that conditions of a rule of people name; null of none and of several. */
  namesArea: string | null
  /** Deduplication of the alerts that the rule raises by itself; null when it raises none. */
  alerts: RuleDraft['dedupe'] | null
  /** Empty of the product's. */
  owner_id: string
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
  reference: Pick<ReferenceInterface, 'watersAt'>
  names: SourceNames
  findings: Findings
}

/** Returns the audience of rules; of deleted ones the last audience. */
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

/** Returns the interface of the room to other rooms. */
export const doorOf = (needs: Needs) => ({
  /** Returns keys of changed live results that wait for alerts, and stays at false positions by ids of results. */
  async newsWaiting(limit: number) {
    const { keys, rows } = await waitingNews(needs.db, limit)
    return { keys, falseStays: await falseStaysOf(needs.fixes, rows) }
  },
  /** Takes waiting results in a transaction and stores the rule actions that follow from them. */
  async takeNews(client: Client, keys: readonly NewsKey[]) {
    const rows = await takeNews(client, keys)
    const now = needs.clock.now()
    await storeActions(
      client,
      actionsOf(rows, (id) => needs.rules.find(id), now),
      now,
    )
    return rows
  },
  /** Returns true if a changed result is a hit to notify users about. */
  isNews: (row: ResultRow) => isNews(row, needs.clock.now()),
  /** Returns a rule that exists or existed; undefined otherwise. */
  named: (id: string) => namedRule(needs, id),
  /** Returns the rules whose results the caller may know of, with deleted ones. */
  seenBy: (caller: Caller) => rulesSeen(needs, caller),
  /** Returns the audience of findings by rule; of a deleted rule its last audience. */
  seersOf: (ids: readonly string[]) => seersOfRules(needs, ids),
  /** Returns the audience of each of some live results. */
  async knowersOf(rows: readonly ResultRow[]) {
    const seers = await seersOfRules(needs, [...new Set(rows.map(({ rule_id }) => rule_id))])
    return (row: ResultRow) => knowersOfResult(row, seers.get(row.rule_id)!, needs.names)
  },
  /** Returns what detectors found in a period, as known at an instant, as far as a caller may know of it. Throws TOO_LARGE. */
  detections: (query: Parameters<typeof detectionsOf>[1], caller: Caller) =>
    detectionsOf(needs, query, caller),
  actions: ruleActionsOver(needs),
  /** Pushes results to screens after a rule action. */
  show: (rows: readonly ResultRow[]) => needs.findings.show(rows),
  /** Returns a rule of a user as the caller sees it. Throws NOT_FOUND. */
  get: (id: string, caller: Caller) => needs.rules.get(id, caller),
  /** Returns true if all sources of at least one group are down. */
  isDegraded: (sources: readonly (readonly number[])[]) => sources.some((some) => needs.down.areAll(some)),
  explanationOf: ({ explanation }: ResultRow) =>
    explanation === null ? null : presentExplanation(explanation),
  evidence: evidenceOver(needs, (id) => namedRule(needs, id)),
  /** Returns which detectors cannot work at present and why; null without any. */
  trouble: () => needs.trouble.words(),
})
