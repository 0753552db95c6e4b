import { Button, Select } from '@mantine/core'
import {
  FIGURES_BY,
  getAlertFigures,
  ISA_18_2,
  type Counted,
  type PeriodFigures,
  type Suggestion,
} from '@samudra/contract/alert-figures'
import { useState } from 'react'
import { Link } from 'react-router'
import { ALERT_DEFINITIONS } from '../../../../kit/pages/links.ts'
import { Page } from '../../../../kit/pages/Page.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { AlertPages } from '../list/AlertPages.tsx'
import { shareText } from '../definitions/definition-words.ts'
import { columnsOf, loadOf } from './figure-columns.tsx'
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

/** Alert load of a period beside what one officer can manage, and changes that would reduce it. */
export function Component() {
  const { valueOf, put, goTo } = useAddress()
  const hours = valueOf('hours') || '168'
  const by = FIGURES_BY.find((one) => one === valueOf('by')) ?? 'DEFINITION'
  const [began] = useState(wallNow)
  const from = new Date(began - Number(hours) * HOUR_MS).toISOString()
  const { data, error, refetch } = useAnswer(getAlertFigures, { by, from }, { keep: true })
  return (
    <Page
      title="Alert load"
      subtitle={data === undefined ? '' : countWords(data.whole.alerts, 'alert')}
      actions={
        <>
          <AlertPages />
          <Select
            size="xs"
            w={140}
            aria-label="Group by"
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
        <Nothing title="No alerts in this period" hint="Choose a longer period." />
      ) : (
        <div className="figures-page">
          <Load data={data} />
          <MostBy first={data.items[0]} all={data.whole.alerts} />
          <Suggestions all={data.suggestions} />
          <section aria-label="Figures" className="figures-table">
            <Table
              label="Figures"
              columns={columnsOf(data.watched_hours >= LEAST_HOURS)}
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

/** Key figures of the period: its worst ten minutes and hour, and the rate in the time watched, beside ISA-18.2. */
function Load({ data }: { data: PeriodFigures }) {
  const { whole: of, watched_hours, hours, unwatched_hours } = data
  const { acceptable_h, manageable_h, flood_10_min } = ISA_18_2
  return (
    <section className="figures-whole" aria-label="All alerts">
      <dl className="figures-load">
        <KeyFigure
          label="Worst ten minutes"
          load={of.peak_10_min > flood_10_min ? 'TOO_MANY' : 'ACCEPTABLE'}
          value={countWords(Math.round(of.peak_10_min), 'alert')}
          hint={`More than ${flood_10_min} is a flood; ${of.floods === 0 ? 'none' : countWords(of.floods, 'flood')} in this period`}
          at={of.peak_10_min_at}
        />
        <KeyFigure
          label="Worst hour"
          load={loadOf(of.peak_hour)}
          value={countWords(Math.round(of.peak_hour), 'alert')}
          hint={LOADS[loadOf(of.peak_hour)]}
          at={of.peak_hour_at}
        />
        <KeyFigure
          label="Average for each watch officer"
          load={watched_hours < LEAST_HOURS ? 'UNKNOWN' : loadOf(of.per_officer_hour)}
          value={`${of.per_officer_hour.toFixed(1)} per hour`}
          hint={`${watched_hours < LEAST_HOURS ? 'Too little data' : LOADS[loadOf(of.per_officer_hour)]}; ${agoText(watched_hours * 3600)} of ${agoText(hours * 3600)} with data`}
        />
      </dl>
      <p className="dim">
        ISA-18.2: {acceptable_h} per hour are acceptable, {manageable_h} are manageable, {flood_10_min} in ten
        minutes are the maximum.
        {unwatched_hours >= 0.05 &&
          ` No watch officer was on duty for ${agoText(unwatched_hours * 3600)}; this time counts as one officer's.`}
      </p>
      <p>
        {of.chattering} chattering, {of.stale} stale after a day, {of.shelved_long} shelved for more than 24
        h.{' '}
        {of.precision === null
          ? 'No outcomes yet'
          : `${shareText(of.precision)} of the reviewed ones were true`}
        {of.median_ack_s !== null && `; median time to acknowledge ${agoText(of.median_ack_s)}`}
        {of.median_decide_s !== null && `, to decide ${agoText(of.median_decide_s)}`}.
      </p>
    </section>
  )
}

/** Least hours with data by which a rate is judged. */
const LEAST_HOURS = 1
const LOADS: Record<ReturnType<typeof loadOf>, string> = {
  ACCEPTABLE: 'One officer can review them all',
  MANAGEABLE: 'The maximum for one officer',
  TOO_MANY: 'More than one officer can manage',
}

type KeyFigureProps = {
  label: string
  load: ReturnType<typeof loadOf> | 'UNKNOWN'
  value: string
  hint: string
  at?: string | null
}
function KeyFigure({ label, load, value, hint, at = null }: KeyFigureProps) {
  return (
    <div data-load={load}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        {at !== null && (
          <span>
            from <When at={at} />
          </span>
        )}
        <span className="dim">{hint}</span>
      </dd>
    </div>
  )
}

/** A definition or rule that causes at least this share is named as the first to change. */
const MOST_SHARE = 0.3
function MostBy({ first, all }: { first: Counted | undefined; all: number }) {
  if (first === undefined || first.alerts < all * MOST_SHARE) return null
  const { definition_id, name, alerts } = first
  return (
    <p className="figures-most">
      <span>
        Most are caused by <b>{name}</b>: {alerts} of {all} ({shareText(alerts / all)}).
      </span>
      {definition_id !== null && (
        <Button
          size="compact-xs"
          variant="default"
          component={Link}
          to={`${ALERT_DEFINITIONS}?open=${encodeURIComponent(definition_id)}`}
        >
          Open the definition
        </Button>
      )}
    </p>
  )
}

function Suggestions({ all }: { all: readonly Suggestion[] }) {
  if (all.length === 0) return <p className="dim">No suggestion.</p>
  return (
    <section aria-label="Changes that would reduce them">
      <h2>Changes that would reduce them</h2>
      <ul className="figures-suggestions">
        {all.map((one) => (
          <li key={`${one.kind} ${one.definition_id ?? one.rule_id}`}>
            <span>
              <b>{one.name}</b>: {one.text}
              {one.true_left_out > 0 && (
                <b className="figures-loss"> {countWords(one.true_left_out, 'was true', 'were true')}.</b>
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
  const query = new URLSearchParams({
    open: definition_id ?? '',
    change: definition_id ?? 'new',
    fill: JSON.stringify(fill),
  })
  return `${ALERT_DEFINITIONS}?${query.toString()}`
}
