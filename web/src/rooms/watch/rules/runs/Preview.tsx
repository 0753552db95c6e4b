import { RUN_STATE_LABELS } from '@samudra/contract/labels'
import { Progress } from '@mantine/core'
import {
  cancelRuleRun,
  getRuleRuns,
  resumeRuleRun,
  runRule,
  type RuleRecord,
  type RuleRun,
} from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { useMemo, useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { later } from '../../../../kit/pages/later.tsx'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { Hits } from './Hits.tsx'
import {
  coverageWords,
  foundWords,
  groupedWords,
  lacksData,
  partWords,
  PREVIEW_DAYS,
  volumeOf,
} from './preview.ts'
import type { Writing } from '../builder/use-draft.ts'
import { useRun } from './use-run.ts'
import { costText, isUnderWay, percentText } from '../builder/rule-words.ts'

const SeriesChart = later(() => import('../../../../kit/SeriesChart.tsx').then((code) => code.SeriesChart))
const DAY_MS = 86_400_000
/** Id of an unsaved rule in a historical run. */
export const DRAFT = 'draft'
const INK = '#3b9ddb'
const nothing = () => undefined

/** Starts a dry historical run with a saved rule, or with the typed one. */
export function usePreview(writing: Writing) {
  const { putAll, valueOf } = useAddress()
  const stale = useStale()
  const [days, setDays] = useState(7)
  const runId = valueOf('run')
  const isOfDraft = valueOf('of') === DRAFT
  const ruleId = isOfDraft ? DRAFT : (writing.base?.id ?? DRAFT)
  const [looked, setLooked] = useState<{ run: string; rule: string } | null>(null)
  const begin = async () => {
    const { rule } = writing
    const saved = await writing.checkpointOf()
    const to = wallNow()
    const period = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() }
    const { run_id } = await call(
      runRule,
      saved !== null ? { id: saved.id, ...period, ...DRY } : { id: DRAFT, draft: rule, ...period, ...DRY },
    )
    putAll({ of: saved !== null ? null : DRAFT, run: run_id, part: 'preview' })
    setLooked({ run: run_id, rule: JSON.stringify(rule) })
    stale(getRuleRuns)
  }
  const of = useRun(ruleId, runId)
  const isOld = looked?.run === runId && looked.rule !== JSON.stringify(writing.rule)
  return { ...of, ruleId, runId, days, setDays, begin, isOld }
}
const DRY = { knowledge: 'CORRECTED', dry_run: true } as const
export type Previewing = ReturnType<typeof usePreview>

/** Shows the historical run of a rule: how many hits, when, of which vessels, and why each matched. */
export function Preview({ previewing, rule }: { previewing: Previewing; rule: RuleDraft }) {
  const { run, runId, ruleId, record, error, isOld } = previewing
  return (
    <div className="rule-preview">
      <Ask previewing={previewing} />
      {isOld && <p className="rule-lack">The rule has changed. Test it again.</p>}
      {error !== null ? (
        <Failed error={error} />
      ) : runId === '' ? (
        <Nothing title="Test on history first" hint="Shows how often the rule would have raised a hit." />
      ) : run === null ? (
        <Waiting />
      ) : (
        <Run run={run} record={record} rule={rule} onChanged={previewing.goOn} />
      )}
      {run !== null && !isUnderWay(run) && (
        <Hits ruleId={ruleId} runId={runId} label="Hits of the historical run" />
      )}
    </div>
  )
}

const Ask = ({ previewing: { days, setDays, begin } }: { previewing: Previewing }) => (
  <div className="rule-line">
    <span>Test over</span>
    <Segments
      label="Test period"
      data={PREVIEW_DAYS.map((value) => ({
        value: String(value),
        label: value === 1 ? '1 day' : `${value} days`,
      }))}
      value={String(days)}
      onChange={(value) => setDays(Number(value))}
    />
    <ActionButton size="xs" onClick={begin}>
      Test on history
    </ActionButton>
  </div>
)

type RunProps = { run: RuleRun; record: RuleRecord | undefined; rule: RuleDraft; onChanged: () => void }
/** Shows the progress of a historical run, and its result once it has ended. */
export function Run({ run, record, rule, onChanged }: RunProps) {
  const part = partWords(run, useSession((state) => state.user)?.username ?? '')
  const [from, to] = [Date.parse(run.from), Date.parse(run.to)]
  const days = Math.max(1, (to - from) / DAY_MS)
  const series = useMemo(
    () =>
      record === undefined
        ? []
        : [{ label: 'hits a day', colour: INK, isCount: true, ...volumeOf(record, from, to) }],
    [record, from, to],
  )
  return (
    <section aria-label="Test on history" className="rule-run">
      <p className="dim">
        <When at={run.from} /> to <When at={run.to} /> · {RUN_STATE_LABELS[run.state]}
        {run.dry_run ? '' : ' · stored'} · {countText(run.scanned_fixes)} fixes · {costText(run.cost_ms)}
      </p>
      <Ways run={run} onChanged={onChanged} />
      {run.error !== null && <p className="refusal">{run.error}</p>}
      {record !== undefined && (
        <>
          <p className="rule-would" role="status" aria-label="Hits it would have raised">
            {foundWords(record, run)}
          </p>
          {run.coverage !== null && (
            <p className={lacksData(run) ? 'rule-lack' : 'dim'} role="note" aria-label="Data in the period">
              {coverageWords(run)}
              {lacksData(run) && ' Periods without data cannot have hits.'}
            </p>
          )}
          {part !== '' && <p className="rule-lack">{part}</p>}
          <p className="dim">
            {groupedWords(record, rule)}
            {record.ships > 0 && ` ${percentText(record.in_port / record.hits)} started in port.`}
            {record.hits >= days && ` ${countWords(Math.round(record.hits / days), 'hit')} a day.`}
            {run.truncated && ' Only the first hits of the historical run are stored and shown.'}
          </p>
          {record.hits > 0 && (
            <div className="rule-volume">
              <SeriesChart
                label="Hits a day"
                series={series}
                from={from}
                to={to}
                at={null}
                onSeek={nothing}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Ways({ run, onChanged }: { run: RuleRun; onChanged: () => void }) {
  const stale = useStale()
  const act = async (op: typeof cancelRuleRun) => {
    await call(op, { run_id: run.id })
    onChanged()
    stale(getRuleRuns)
  }
  if (isUnderWay(run))
    return (
      <div className="rule-line">
        <Progress className="rule-progress" value={Math.max(2, run.progress * 100)} aria-label="Progress" />
        <span className="figures">{percentText(run.progress)}</span>
        <ActionButton size="xs" variant="default" onClick={() => act(cancelRuleRun)}>
          Cancel
        </ActionButton>
      </div>
    )
  if (run.state !== 'CANCELLED' && run.state !== 'FAILED') return null
  return (
    <ActionButton size="xs" variant="default" onClick={() => act(resumeRuleRun)}>
      Continue
    </ActionButton>
  )
}
