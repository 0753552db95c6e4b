import {
  analyse,
  analysisKind,
  deleteAnalysis,
  getAnalyses,
  saveAnalysis,
  type SavedAnalysis,
} from '@samudra/contract/analyses'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import {
  pageByName,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { analysisOf, checkedPeriod, type AnalysisNeeds } from './analysis.ts'
import { readySubject } from './analysis-subject.ts'

export type AnalysisBody = Pick<SavedAnalysis, 'name' | 'subject' | 'from' | 'to' | 'compare'>
type Needs = AnalysisNeeds & { analyses: Objects<AnalysisBody>; send: Send }

export function analysisOps(needs: Needs): Handled[] {
  const { analyses, clock, send } = needs
  const show = (one: Held<AnalysisBody>, caller: Caller): SavedAnalysis => ({
    ...columnsOf(one, analyses.isChangedBy(one, caller)),
    ...one.body,
  })
  const pushed: PushedObjects<AnalysisBody> = { objects: analyses, kind: analysisKind, send, show }
  return [
    handle(analyse, ({ input, caller }) => analysisOf(needs, input, caller)),
    handle(getAnalyses, pageByName({ objects: analyses, clock }, show)),
    handle(saveAnalysis, async ({ input, caller, record }) => {
      const { name, subject, from, to, compare, visibility } = input
      checkedPeriod({ from, to }, clock.now())
      await readySubject(needs, subject, caller, null)
      const draft = { visibility, bodyOf: () => ({ name, subject, from, to, compare }) }
      return show(await saveObject(pushed, { caller, record }, input, draft), caller)
    }),
    handle(deleteAnalysis, ({ input, caller, record }) => removeObject(pushed, { caller, record }, input)),
  ]
}
