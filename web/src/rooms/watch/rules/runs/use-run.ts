import { getRuleRecord, getRuleResults, getRuleRuns, type RuleRun } from '@samudra/contract/rule-results'
import { useEffect, useState } from 'react'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { isUnderWay } from '../builder/rule-words.ts'

/** Interval at which the progress of a running historical run is queried. */
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
  // Hits read while the run was under way are incomplete.
  useEffect(() => {
    if (isOver) stale(getRuleResults, getRuleRecord)
  }, [isOver, stale])
  const record = useAnswer(getRuleRecord, { id: ruleId, run_id: runId }, { enabled: enabled && isOver })
  return {
    run,
    error: error ?? record.error,
    record: isOver ? record.data : undefined,
    /** Queries the state of the run again after it was continued or ended, because the earlier answer is outdated. */
    goOn: () => stale(getRuleResults),
  }
}

/** Returns the latest historical runs of a rule; queried repeatedly while one is running. */
export function useRuns(ruleId: string) {
  const [isBusy, setBusy] = useState(false)
  const answer = useAnswer(getRuleRuns, { id: ruleId }, isBusy ? { everyMs: 2 * ASK_MS } : {})
  const isAny = answer.data?.items.some(isUnderWay) ?? false
  if (isAny !== isBusy) setBusy(isAny)
  return answer
}
