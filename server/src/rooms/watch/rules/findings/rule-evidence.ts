import type { RuleResult } from '@samudra/contract/rule-results'
import { sentenceForOthers } from '@samudra/contract/rule-words'
import type { NameOf } from '@samudra/contract/sentence/values'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import type { FixBatch } from '../../../../sea/fix-batch.ts'
import type { FixReader } from '../../../../sea/fix-reader.ts'
import { detectorOfRule } from '../detectors/detectors.ts'
import { fixesOf } from '../evaluation/fixes-of.ts'
import { knownResult, type ResultNeeds } from './results.ops.ts'
import { evaluatedOf } from '../rule.ts'
import { presentResult } from '../rule-visibility.ts'
import type { FoundAt, TextNeeds } from './hit-text.ts'

/** Name and text of a rule. */
type Named = { type: string; title: string; textOf: (at: FoundAt) => string }
/** A hit as a caller may read it, with the time of its judgement and the alert it stands in. */
export type EvidenceOfHit = Omit<RuleResult, 'deeds'> &
  Pick<Named, 'type' | 'title'> & { text: string; judged_at: string | null }

export type RuleEvidence = {
  /** A live hit by its id; null where there is none that the caller may know. */
  hit(id: string, caller: Caller): Promise<EvidenceOfHit | null>
  /** Conditions of a rule in one sentence, as they were in a version; null where that is not stored. */
  sentence(ruleId: string, version: number, caller: Caller): Promise<string | null>
  /** Stored fixes of some vessels by their ids. */
  fixes(mmsis: readonly number[], ids: readonly number[]): Promise<FixBatch>
}

type Needs = ResultNeeds & TextNeeds & { fixes: FixReader }

export const evidenceOver = (needs: Needs, namedRule: (id: string) => Named | undefined): RuleEvidence => ({
  async hit(id, caller) {
    const row = await knownResult(needs, { id }, caller).catch(unlessMissing)
    if (row === null) return null
    const judged_at = row.judged_at === null ? null : new Date(row.judged_at).toISOString()
    const rule = namedRule(row.rule_id)
    return {
      ...presentResult(row, caller),
      alert_id: await needs.alertLinks.alertOf(row, caller),
      type: rule?.type ?? 'RULE',
      title: rule?.title ?? 'Found by a rule that was deleted',
      text: rule?.textOf(row) ?? '',
      judged_at,
    }
  },
  async sentence(ruleId, version, caller) {
    const { rules, detectors, areas, lists, worlds } = needs
    const rule =
      detectorOfRule(ruleId) === undefined
        ? await ruleThen(rules, ruleId, version, caller)
        : await detectors.ruleThen(ruleId, version, caller)
    if (rule === undefined) return null
    // Areas and lists that the caller does not see are stated in a word.
    const nameOf: NameOf = (kind, id) => {
      const list = kind === 'list' ? lists.find(id) : undefined
      if (kind === 'list' && (list === undefined || !lists.isSeenBy(list, caller))) return undefined
      const isArea = kind === 'aoi' || kind === 'infrastructure'
      const area = isArea ? areas.find(id) : undefined
      if (isArea && (area === undefined || !areas.isSeenBy(area, caller))) return undefined
      return worlds.nameOf(kind, id)
    }
    return sentenceForOthers({ ...rule, actions: [] }, nameOf)
  },
  fixes: (mmsis, ids) => fixesOf(needs.fixes, mmsis, ids),
})

/** Returns null for what the caller may not see or what is not stored. */
function unlessMissing(error: unknown): null {
  if (error instanceof OperationError) return null
  throw error
}

async function ruleThen(rules: Needs['rules'], id: string, version: number, caller: Caller) {
  const then = await rules.version(id, version, caller).catch(unlessMissing)
  return then == null ? undefined : evaluatedOf(then)
}
