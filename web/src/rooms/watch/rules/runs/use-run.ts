import { getRuleRecord, getRuleResults, getRuleRuns, type RuleRun } from '@samudra/contract/rule-results'
import { useEffect, useState } from 'react'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { isUnderWay } from '../builder/words.ts'

/** So often a look back that is under way is asked how far it is. */
const ASK_MS = 700

/** A look back as it stands, and once it is over what it comes to. */
export function useRun(ruleId: string, runId: string) {
  const [over, setOver] = useState('')
  const stale = useStale()
  const enabled = runId !== ''
  const isOver = over === runId
  const { data, error } = useAnswer(
    getRuleResults,
    { id: ruleId, run_id: runId, limit: 1 },
    { enabled, ...(isOver ? {} : { everyMs: ASK_MS }) },
  )
  const run: RuleRun | null = data?.run ?? null
  if (run !== null && run.id === runId && !isUnderWay(run) !== isOver) setOver(isUnderWay(run) ? '' : runId)
  // What was read of its hits while it was under way is not all there is.
  useEffect(() => {
    if (isOver) stale(getRuleResults, getRuleRecord)
  }, [isOver, stale])
  const record = useAnswer(getRuleRecord, { id: ruleId, run_id: runId }, { enabled: enabled && isOver })
  return {
    run,
    error: error ?? record.error,
    record: isOver ? record.data : undefined,
    /** It goes on, or was ended: how it stands is asked again, for what was answered before says otherwise. */
    goOn: () => stale(getRuleResults),
  }
}

/** The last look backs with a rule; asked again as long as one is under way. */
export function useRuns(ruleId: string) {
  const [isBusy, setBusy] = useState(false)
  const answer = useAnswer(getRuleRuns, { id: ruleId }, isBusy ? { everyMs: 2 * ASK_MS } : {})
  const isAny = answer.data?.items.some(isUnderWay) ?? false
  if (isAny !== isBusy) setBusy(isAny)
  return answer
}
