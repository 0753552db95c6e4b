import { Button, Select } from '@mantine/core'
import {
  FIGURES_BY,
  getAlertFigures,
  ISA_18_2,
  type AlertFigures,
  type Counted,
  type Suggestion,
} from '@samudra/contract/alert-figures'
import { useState } from 'react'
import { Link } from 'react-router'
import { ALERT_DEFINITIONS } from '../../kit/links.ts'
import { Page } from '../../kit/Page.tsx'
import { countWords } from '../../kit/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { agoText } from '../../kit/when-text.ts'
import { wallNow } from '../../time/wall.ts'
import { useAnswer } from '../../wire/use-answer.ts'
import { AlertPages } from '../AlertPages.tsx'
import { shareText } from '../definitions/words.ts'
import { COLUMNS, loadOf } from './columns.tsx'
import './figures.css'

const HOUR_MS = 3_600_000
const SPANS = [
  { value: '8', label: 'Last 8 hours' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
]
const BY = [
  { value: 'DEFINITION', label: 'By definition' },
  { value: 'RULE', label: 'By rule' },
  { value: 'DETECTOR', label: 'By detector' },
]

/** How much alerts disturb beside what an officer can look at, and what would make them fewer. */
export function Component() {
  const { valueOf, put, goTo } = useAddress()
  const hours = valueOf('hours') || '168'
  const by = FIGURES_BY.find((one) => one === valueOf('by')) ?? 'DEFINITION'
  const [began] = useState(wallNow)
  const from = new Date(began - Number(hours) * HOUR_MS).toISOString()
  const { data, error, refetch } = useAnswer(getAlertFigures, { by, from }, { keep: true })
  return (
    <Page
      title="Nuisance of alerts"
      subtitle={data === undefined ? '' : countWords(data.whole.alerts, 'alert')}
      actions={
        <>
          <AlertPages />
          <Select
            size="xs"
            w={140}
            aria-label="Put together"
            allowDeselect={false}
            data={BY}
            value={by}
            onChange={(value) => put('by', value)}
          />
          <Select
            size="xs"
            w={140}
            aria-label="Period"
            allowDeselect={false}
            data={SPANS}
            value={hours}
            onChange={(value) => put('hours', value)}
          />
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      ) : data.whole.alerts === 0 ? (
        <Nothing title="No alert came in this time" hint="Ask for a longer time." />
      ) : (
        <div className="figures-page">
          <Whole of={data.whole} unwatched={data.unwatched_hours} hours={data.hours} />
          <Suggestions all={data.suggestions} />
          <section aria-label="Figures" className="figures-table">
            <Table
              label="Figures"
              columns={COLUMNS}
              rows={data.items}
              rowKey={rowKey}
              name="alert-figures"
              csv="alert-figures.csv"
              onSearch={goTo}
            />
          </section>
        </div>
      )}
    </Page>
  )
}
const rowKey = ({ id, rule_id }: Counted) => `${id} ${rule_id}`

const LOADS = {
  ACCEPTABLE: 'an officer can look at each of them',
  MANAGEABLE: 'the most an officer can manage',
  TOO_MANY: 'more than an officer can manage',
} as const

function Whole({ of, unwatched, hours }: { of: AlertFigures; unwatched: number; hours: number }) {
  const load = loadOf(of.per_officer_hour)
  return (
    <section className="figures-whole" aria-label="All alerts">
      <p data-load={load}>
        <b>{of.per_officer_hour.toFixed(1)}</b> an hour for each watch officer: {LOADS[load]}
        <span className="dim">
          {` (ISA-18.2: ${ISA_18_2.acceptable_h} an hour are acceptable, ${ISA_18_2.manageable_h} manageable).`}
        </span>
      </p>
      <p>
        {of.floods === 0 ? 'No flood' : countWords(of.floods, 'flood')}
        <span className="dim">{` (more than ${ISA_18_2.flood_10_min} in ten minutes)`}</span>; at most{' '}
        {of.peak_10_min.toFixed(0)} in ten minutes. {of.chattering} chatter, {of.stale} stale after a day,{' '}
        {of.shelved_long} shelved for more than a day.
      </p>
      <p>
        {of.precision === null ? 'None was judged' : `${shareText(of.precision)} of those judged were true`}
        {of.median_ack_s !== null && `; taken up after ${agoText(of.median_ack_s)}`}
        {of.median_decide_s !== null && `, decided after ${agoText(of.median_decide_s)} (medians)`}.
        {unwatched >= 0.05 &&
          ` For ${agoText(unwatched * 3600)} of ${agoText(hours * 3600)} no watch officer was on duty; the hour counts as one officer's.`}
      </p>
    </section>
  )
}

function Suggestions({ all }: { all: readonly Suggestion[] }) {
  if (all.length === 0) return <p className="dim">Nothing stands out that would make them fewer.</p>
  return (
    <section aria-label="What would make them fewer">
      <h2>What would make them fewer</h2>
      <ul className="figures-suggestions">
        {all.map((one) => (
          <li key={`${one.kind} ${one.definition_id ?? one.rule_id}`}>
            <span>
              <b>{one.name}</b>: {one.text}
              {one.true_left_out > 0 && (
                <b className="figures-loss">
                  {' '}
                  {countWords(one.true_left_out, 'of them was true', 'of them were true')}.
                </b>
              )}
            </span>
            <Button size="compact-xs" variant="default" component={Link} to={formOf(one)}>
              {one.kind === 'NEVER_TRUE' ? 'Open the definition' : 'Open with this change'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
/** The form of the definition with the change filled in; of a rule that has none a new one about it, otherwise as the rule is. */
function formOf({ definition_id, rule_id, name, change, kind }: Suggestion): string {
  if (definition_id !== null && kind === 'NEVER_TRUE')
    return `${ALERT_DEFINITIONS}?open=${encodeURIComponent(definition_id)}`
  const fill =
    definition_id === null ? { name, trigger: { rule_id }, exclude_in_port: false, ...change } : change
  const asked = new URLSearchParams({
    open: definition_id ?? '',
    change: definition_id ?? 'new',
    fill: JSON.stringify(fill),
  })
  return `${ALERT_DEFINITIONS}?${asked.toString()}`
}
