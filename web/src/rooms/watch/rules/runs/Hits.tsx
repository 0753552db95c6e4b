import { HIT_STATE_LABELS, JUDGEMENT_LABELS } from '@samudra/contract/labels'
import { Select } from '@mantine/core'
import { alertsChanged } from '@samudra/contract/alerts'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import {
  explainRuleResult,
  getRuleRecord,
  getRuleResults,
  JUDGEMENTS,
  judgeRuleResult,
  RESULT_STATES,
  type RuleResult,
} from '@samudra/contract/rule-results'
import { actionPhrase } from '@samudra/contract/rule-words'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { later } from '../../../../kit/pages/later.tsx'
import { alertLink } from '../../../../kit/pages/links.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { When } from '../../../../kit/text/When.tsx'
import { Explanation } from '../../../../map/explanation/Explanation.tsx'
import { UsualHere } from '../../../../map/explanation/UsualHere.tsx'
import { WaysOn } from '../../../../map/explanation/WaysOn.tsx'
import { call } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { useStaleSoon } from '../../../../wire/use-stale-soon.ts'
import { useThings } from '../fields/use-things.ts'
import { ACTION_STATE_WORDS } from '../builder/rule-words.ts'

const FoundMap = later(
  () => import('../../../../map/explanation/FoundMap.tsx').then((code) => code.FoundMap),
  {
    Meanwhile: () => <div className="found-map" />,
  },
)
/** An action follows its hit by seconds. */
const WAITING_MS = 2000
const resultId = ({ id }: RuleResult) => id
const shipsText = ({ mmsis, subject, source, icao24 }: RuleResult) => {
  if (source !== null) return `Source ${source}`
  if (icao24 !== null) return `Aircraft ${icao24}`
  return subject === 'AREA' ? countWords(mmsis.length, 'vessel') : mmsis.join(' and ')
}
/** Returns the kind of a hit's subject, in a word. */
const nounOf = ({ source, icao24 }: RuleResult) =>
  source !== null ? 'source' : icao24 !== null ? 'aircraft' : 'ship'
/** Where it was found; null of what has no place. */
const placeOf = ({ latitude, longitude }: RuleResult) =>
  latitude === null || longitude === null ? null : { latitude, longitude }
const judgedText = ({ judgement }: RuleResult) => (judgement === null ? '' : JUDGEMENT_LABELS[judgement])

const COLUMNS: readonly Column<RuleResult>[] = [
  {
    key: 'first',
    label: 'Start',
    width: '200px',
    cell: ({ began_at }) => <When at={began_at} />,
    value: ({ began_at }) => began_at,
  },
  {
    key: 'ship',
    label: 'Vessel',
    width: 'minmax(120px, 1fr)',
    isHead: true,
    cell: shipsText,
    value: shipsText,
  },
  {
    key: 'status',
    label: 'Status',
    width: '90px',
    cell: ({ status }) => HIT_STATE_LABELS[status],
    value: ({ status }) => HIT_STATE_LABELS[status],
  },
  {
    key: 'again',
    label: 'Repeats',
    width: '70px',
    isNumber: true,
    cell: ({ again }) => (again === 0 ? '' : again),
    value: ({ again }) => again,
  },
  {
    key: 'judged',
    label: 'Review',
    width: '100px',
    cell: judgedText,
    value: (one) => judgedText(one) || null,
  },
]
/** Columns of a historical run, whose hits are not confirmed or disputed. */
const OF_A_RUN = COLUMNS.filter(({ key }) => key !== 'judged')

type Props = { ruleId: string; runId?: string; label: string }
/** Lists the hits of a rule, live or in a historical run; an opened hit shows why it matched and its actions. */
export function Hits({ ruleId, runId = '', label }: Props) {
  const [status, setStatus] = useState<RuleResult['status'] | null>(null)
  const [judgement, setJudgement] = useState<(typeof JUDGEMENTS)[number] | null>(null)
  const [open, setOpen] = useState<RuleResult | null>(null)
  const query = {
    id: ruleId,
    ...(runId === '' ? {} : { run_id: runId }),
    ...(status === null ? {} : { status }),
    ...(judgement === null ? {} : { judgement }),
  }
  const { first, table } = usePages(getRuleResults, query, { rowKey: resultId })
  const staleSoon = useStaleSoon(getRuleResults, getRuleRecord)
  usePush(ruleResultsChanged, ({ results }) => {
    if (runId === '' && results.some(({ rule_id }) => rule_id === ruleId)) staleSoon()
  })
  const linksStaleSoon = useStaleSoon(getRuleResults)
  usePush(alertsChanged, (alerts) => {
    if (runId === '' && alerts.some(({ rule_id }) => rule_id === ruleId)) linksStaleSoon()
  })
  const shown = table.rows.find(({ id }) => id === open?.id) ?? open
  useWhileWaiting(shown, linksStaleSoon)
  return (
    <div className="rule-hits">
      <div className="rule-hits-list">
        <div className="rule-line">
          <Select
            size="xs"
            w={160}
            clearable
            aria-label="Status"
            placeholder="Any status"
            data={RESULT_STATES.map((value) => ({ value, label: HIT_STATE_LABELS[value] }))}
            value={status}
            onChange={(value) => setStatus(value)}
          />
          {runId === '' && (
            <Select
              size="xs"
              w={160}
              clearable
              aria-label="Review"
              placeholder="Reviewed or not"
              data={JUDGEMENTS.map((value) => ({ value, label: JUDGEMENT_LABELS[value] }))}
              value={judgement}
              onChange={(value) => setJudgement(value)}
            />
          )}
          <span className="dim">{first === undefined ? '' : countWords(first.total, 'hit')}</span>
        </div>
        <Table
          label={label}
          columns={runId === '' ? COLUMNS : OF_A_RUN}
          {...table}
          selected={shown?.id ?? null}
          onOpen={setOpen}
          isLive={runId === ''}
          csv="hits.csv"
          empty={
            <Nothing
              title="No hits"
              hint={runId === '' ? 'New hits appear here at once.' : 'Test a longer period.'}
            />
          }
        />
      </div>
      <aside aria-label="Why">
        {shown === null ? (
          <p className="dim">Select a hit to see its explanation.</p>
        ) : (
          <HitDetails key={shown.id} of={shown} />
        )}
      </aside>
    </div>
  )
}

/** Requests a hit again while some of its actions wait, because their progress is not pushed. */
function useWhileWaiting(shown: RuleResult | null, ask: () => void) {
  const waits = shown?.deeds.some(({ state }) => state === 'WAITS') ?? false
  const again = useEffectEvent(ask)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(again, WAITING_MS)
    return () => clearInterval(timer)
  }, [waits])
}

/**
 * Shows one hit: why it matched, whether it still does by its fixes, how often that occurs, and the users' decisions.
 */
function HitDetails({ of }: { of: RuleResult }) {
  const { id, run_id, mmsis, split_ids, first_at, began_at, ended_at, explanation } = of
  const last_at = ended_at ?? of.last_at
  const place = placeOf(of)
  const run = run_id === null ? {} : { run_id }
  const { data, error, refetch } = useAnswer(explainRuleResult, { id, ...run })
  const mmsi = of.subject === 'AREA' ? null : (mmsis[0] ?? null)
  return (
    <section className="rule-hit" aria-label={`Hit, ${shipsText(of)}`}>
      <h3>{shipsText(of)}</h3>
      <p className="dim">
        <When at={began_at} />
        {ended_at !== null && (
          <>
            {' to '}
            <When at={ended_at} />
          </>
        )}
        , detected <When at={first_at} />, {HIT_STATE_LABELS[of.status].toLowerCase()}
      </p>
      {place !== null && (
        <>
          <FoundMap
            {...place}
            first_at={began_at}
            last_at={last_at}
            one={{ mmsi, split: split_ids[0] ?? 0 }}
            other={{ mmsi: of.subject === 'PAIR' ? (mmsis[1] ?? null) : null, split: split_ids[1] ?? 0 }}
            who={shipsText(of)}
          />
          <WaysOn {...place} first={began_at} last={last_at} mmsi={mmsi} split={split_ids[0] ?? 0} />
        </>
      )}
      {of.alert_id !== null && (
        <p>
          <Link to={alertLink(of.alert_id)}>Its alert</Link>
        </p>
      )}
      {of.deeds.length > 0 && <RuleActions of={of} />}
      {run_id === null && <Judging of={of} />}
      {explanation === null ? (
        <p className="dim">The explanation of this hit is not stored.</p>
      ) : (
        <Explanation of={explanation} mmsi={mmsis[0] ?? null} />
      )}
      {place !== null && of.icao24 === null && <UsualHere {...place} at={first_at} />}
      {error !== null ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <>
          <p className="dim">{data.recomputed.why}</p>
          <p className="dim">
            In {data.how_often.days} days: {countWords(data.how_often.this_ship, 'time')} of this {nounOf(of)}
            {data.how_often.here !== null && `, ${countWords(data.how_often.here, 'time')} here`}.
          </p>
        </>
      )}
    </section>
  )
}

/** Shows the actions of a rule on a hit, and their results. */
function RuleActions({ of }: { of: RuleResult }) {
  const { nameOf } = useThings()
  return (
    <ul className="rule-deeds" aria-label="Actions">
      {of.deeds.map(({ action, state, why }) => (
        <li key={JSON.stringify(action)} data-state={state}>
          <b>{ACTION_STATE_WORDS[state]}</b> {actionPhrase(action, nameOf)}
          {why !== '' && <span>: {why}</span>}
        </li>
      ))}
    </ul>
  )
}

/**
 * Records a user's decision on a hit. This version of the rule does not report a disputed one again for that vessel,
 * source or aircraft.
 */
function Judging({ of }: { of: RuleResult }) {
  const stale = useStale()
  const judge = async (judgement: 'CONFIRMED' | 'DISPUTED', reason: string) => {
    await call(judgeRuleResult, { id: of.id, judgement, reason })
    stale(getRuleResults, getRuleRecord)
  }
  return (
    <>
      {of.judgement !== null && (
        <p>
          <b>{JUDGEMENT_LABELS[of.judgement]}</b> by {of.judged_by}: {of.judged_reason}
        </p>
      )}
      <div className="rule-line">
        <QuestionButton
          label="Confirm"
          question={{
            title: 'Confirm this hit?',
            text: 'It counts as a true hit.',
            act: 'Confirm',
            needsReason: true,
            isGrave: false,
          }}
          act={(reason) => judge('CONFIRMED', reason)}
        />
        <QuestionButton
          label="Dispute"
          question={{
            title: 'Dispute this hit?',
            text: `It counts as a false hit, and this version of the rule raises no more hits for that ${nounOf(of)}.`,
            act: 'Dispute',
            needsReason: true,
            isGrave: false,
          }}
          act={(reason) => judge('DISPUTED', reason)}
        />
      </div>
    </>
  )
}
