import { RUN_STATE_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import { getRuleVersions, ruleKind, type Rule } from '@samudra/contract/rule-keeping'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import { getRuleRecord, runRule, type RuleRun } from '@samudra/contract/rule-results'
import { useMemo, useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { later } from '../../../../kit/pages/later.tsx'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { Versions } from '../../../../kit/pages/Versions.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { useVersions } from '../../../../wire/use-versions.ts'
import { CompareVersions } from '../versions/CompareVersions.tsx'
import { isOfShips, writtenOf } from '../builder/rule-draft.ts'
import { Hits } from './Hits.tsx'
import { precisionOf, volumeOf } from './preview.ts'
import { Run } from './Preview.tsx'
import { useRun, useRuns } from './use-run.ts'
import { useThings } from '../fields/use-things.ts'
import { costText, percentText } from '../builder/rule-words.ts'

const SeriesChart = later(() => import('../../../../kit/SeriesChart.tsx').then((code) => code.SeriesChart))
const DAY_MS = 86_400_000
const RECORD_DAYS = 30
const [INK, GOOD] = ['#3b9ddb', '#4db58b']
const nothing = () => undefined

/** Shows the performance of a rule: hits day by day, users' decisions, computing cost, and its versions. */
export function Record({ rule }: { rule: Rule }) {
  const [to] = useState(() => wallNow())
  const from = to - RECORD_DAYS * DAY_MS
  const period = { from: new Date(from).toISOString(), to: new Date(to + DAY_MS).toISOString() }
  const { data, error, refetch } = useAnswer(getRuleRecord, { id: rule.id, ...period }, { keep: true })
  const series = useMemo(() => {
    if (data === undefined) return []
    const confirmed = data.days.map((day) => ({ ...day, hits: day.confirmed }))
    return [
      { label: 'hits', isCount: true, colour: INK, ...volumeOf(data, from, to) },
      { label: 'confirmed', colour: GOOD, ...volumeOf({ days: confirmed }, from, to) },
    ]
  }, [data, from, to])
  if (error !== null) return <Failed error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const precision = precisionOf(data)
  return (
    <div className="rule-record">
      <section aria-label="Record of the last 30 days">
        <h2>The last 30 days</h2>
        <dl className="facts">
          <dt>Hits</dt>
          <dd>
            <Quantity count={data.hits} />
            {isOfShips(rule.subject) && (
              <>
                {' '}
                of <Quantity count={data.ships} /> vessels, <Quantity count={data.in_port} /> in port
              </>
            )}
            , <Quantity count={data.again} /> repeats
          </dd>
          <dt>Reviewed</dt>
          <dd>
            <Quantity count={data.confirmed} /> confirmed, <Quantity count={data.disputed} /> disputed,{' '}
            <Quantity count={data.revised} /> revised by late data
          </dd>
          <dt>Precision</dt>
          <dd>{precision === null ? 'no outcomes yet' : percentText(precision)}</dd>
          <dt>Last historical run took</dt>
          <dd>{rule.stats?.cost_ms == null ? 'none yet' : costText(rule.stats.cost_ms)}</dd>
        </dl>
        <div className="rule-volume">
          <SeriesChart label="Hits a day" series={series} from={from} to={to} at={null} onSeek={nothing} />
        </div>
      </section>
      <section aria-label="Versions">
        <h2>Versions</h2>
        <History rule={rule} />
      </section>
    </div>
  )
}

/** Lists the versions of a rule, and compares any two of them side by side. */
function History({ rule }: { rule: Rule }) {
  const { data, error, refetch } = useVersions(getRuleVersions, rule)
  const { nameOf } = useThings()
  const { valueOf, put } = useAddress()
  if (error !== null) return <Failed error={error} onRetry={() => refetch()} />
  if (data === undefined) return <Waiting />
  const { items } = data
  const compare = (left: number, right: number) => put('compare', `${left}-${right}`)
  const last = items.at(-1)
  const [left, right] = valueOf('compare')
    .split('-')
    .map((version) => items.find((one) => String(one.version) === version))
  return (
    <>
      {left !== undefined && right !== undefined && (
        <CompareVersions
          items={items}
          left={left}
          right={right}
          onChange={compare}
          onClose={() => put('compare', null)}
        />
      )}
      <Versions<Rule, (typeof items)[number]>
        fields={ruleKind.fields}
        items={items.map((one) => ({ ...one, sentence: sentenceOfRule(writtenOf(one), nameOf) }))}
        isFirstShown
        renderAct={({ version }) => (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => compare(version, last?.version ?? version)}
          >
            Compare with the current version
          </Button>
        )}
      />
    </>
  )
}

const RUN_COLUMNS: readonly Column<RuleRun>[] = [
  {
    key: 'at',
    label: 'Started',
    width: '200px',
    isHead: true,
    cell: ({ started_at }) => <When at={started_at} />,
    value: ({ started_at }) => started_at,
  },
  {
    key: 'by',
    label: 'By',
    width: '110px',
    cell: ({ started_by }) => started_by,
    value: ({ started_by }) => started_by,
  },
  {
    key: 'period',
    label: 'Period',
    width: 'minmax(250px, 1fr)',
    cell: (run) => (
      <>
        {daysText(run)} to <When at={run.to} />
      </>
    ),
    value: ({ from, to }) => `${from} to ${to}`,
  },
  {
    key: 'kept',
    label: 'Results',
    width: '90px',
    cell: ({ dry_run }) => (dry_run ? 'Dry run' : 'Stored'),
    value: ({ dry_run }) => (dry_run ? 'Dry run' : 'Stored'),
  },
  {
    key: 'state',
    label: 'State',
    width: '150px',
    cell: (run) =>
      run.state === 'RUNNING'
        ? `${RUN_STATE_LABELS.RUNNING}, ${percentText(run.progress)}`
        : RUN_STATE_LABELS[run.state],
    value: ({ state }) => RUN_STATE_LABELS[state],
  },
  {
    key: 'hits',
    label: 'Hits',
    width: '80px',
    isNumber: true,
    cell: ({ hits }) => <Quantity count={hits} />,
    value: ({ hits }) => hits,
  },
]
const daysText = ({ from, to }: RuleRun) =>
  countWords(Number(((Date.parse(to) - Date.parse(from)) / DAY_MS).toFixed(1)), 'day')

/** Shows the hits of a rule, live or in one of the latest historical runs. */
export function Results({ rule }: { rule: Rule }) {
  const { valueOf, put } = useAddress()
  const runs = useRuns(rule.id)
  const open = valueOf('result')
  return (
    <div className="rule-results">
      <RunForm rule={rule} onBegun={(id) => put('result', id)} />
      <Table
        label="Historical runs"
        isInText
        columns={RUN_COLUMNS}
        rows={runs.data?.items ?? []}
        rowKey={({ id }) => id}
        selected={open === '' ? null : open}
        onOpen={({ id }) => put('result', id === open ? null : id)}
        isWaiting={runs.isPending}
        error={runs.error}
        onRetry={() => runs.refetch()}
        empty={<Nothing title="No historical runs yet" hint="Dry runs are deleted after a week." />}
      />
      {open === '' ? (
        <section aria-label="Found live">
          <h2>Found live</h2>
          <Hits ruleId={rule.id} label="Hits found live" />
        </section>
      ) : (
        <OfRun key={open} rule={rule} runId={open} onClose={() => put('result', null)} />
      )}
    </div>
  )
}

function OfRun({ rule, runId, onClose }: { rule: Rule; runId: string; onClose: () => void }) {
  const { run, record, error, goOn } = useRun(rule.id, runId)
  return (
    <section aria-label="Hits of the historical run">
      <h2>Hits of the historical run</h2>
      <button type="button" className="link-button" onClick={onClose}>
        Show live hits
      </button>
      {error !== null && <Failed error={error} />}
      {run !== null && <Run run={run} record={record} rule={writtenOf(rule)} onChanged={goOn} />}
      <Hits ruleId={rule.id} runId={runId} label="Hits of the historical run" />
    </section>
  )
}

/** Looks back and keeps what is found as results of the rule. */
function RunForm({ rule, onBegun }: { rule: Rule; onBegun: (id: string) => void }) {
  const [to, setTo] = useState<number | null>(() => wallNow())
  const [from, setFrom] = useState<number | null>(() => wallNow() - 7 * DAY_MS)
  const runs = useRuns(rule.id)
  const isReady = from !== null && to !== null && from < to
  if (!rule.mine) return null
  return (
    <div className="rule-line">
      <span>Test from</span>
      <TimeField size="xs" aria-label="From" value={from} onChange={setFrom} />
      <span>to</span>
      <TimeField size="xs" aria-label="To" value={to} onChange={setTo} />
      <ActionButton
        size="xs"
        disabled={!isReady}
        onClick={async () => {
          if (!isReady) return
          const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
          const { run_id } = await call(runRule, {
            id: rule.id,
            ...period,
            knowledge: 'CORRECTED',
            dry_run: false,
          })
          await runs.refetch()
          onBegun(run_id)
        }}
      >
        Test and save
      </ActionButton>
    </div>
  )
}
