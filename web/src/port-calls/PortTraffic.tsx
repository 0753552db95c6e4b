import { SegmentedControl } from '@mantine/core'
import { getPortAnalytics, getPortOfCalls, type PortCall } from '@samudra/contract/port-calls'
import { getPortDetails } from '@samudra/contract/ports'
import { useState } from 'react'
import { Link } from 'react-router'
import { NA } from '../kit/quantity-text.ts'
import { Failed, Waiting } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import { useAnswer } from '../wire/use-answer.ts'
import { ArrivalBars } from './ArrivalBars.tsx'
import { CALL_COLUMNS } from './call-columns.tsx'
import { useChangedCalls } from './use-changed-calls.ts'
import './port-calls.css'

const DAY_MS = 86_400_000
const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
]
const COLUMNS = CALL_COLUMNS.filter(({ key }) => !['port', 'mmsi'].includes(key))
const SHOWN = 50

type Of = { port: { id: string; name: string } }

/** Ships at a port, expected there and gone from it: each with what it rests on. */
export function PortShips({ port }: Of) {
  const [state, setState] = useState<'BERTHED' | 'ANCHORED' | 'EXPECTED' | 'DEPARTED'>('BERTHED')
  const answer = useAnswer(getPortOfCalls, { port_id: port.id, state, limit: SHOWN }, { keep: true })
  useChangedCalls({ port_id: port.id }, getPortOfCalls, getPortDetails)
  return (
    <>
      <div className="call-acts">
        <SegmentedControl
          size="xs"
          aria-label="Which ships"
          value={state}
          onChange={(value) => setState(value)}
          data={[
            { value: 'BERTHED', label: 'At the berth' },
            { value: 'ANCHORED', label: 'At anchor' },
            { value: 'EXPECTED', label: 'Expected' },
            { value: 'DEPARTED', label: 'Departed' },
          ]}
        />
        <Link to={`/home/main/portOfCalls?port_id=${port.id}`}>All calls at {port.name}</Link>
      </div>
      <Calls
        rows={answer.data?.items}
        error={answer.error}
        onRetry={() => answer.refetch()}
        none="No ship at present."
      />
    </>
  )
}

export function Calls(props: {
  rows: readonly PortCall[] | undefined
  error: Error | null
  onRetry: () => unknown
  none: string
  columns?: typeof CALL_COLUMNS
}) {
  return (
    <Table
      label="Port calls"
      isInText
      columns={props.columns ?? COLUMNS}
      rows={props.rows ?? []}
      rowKey={({ id }) => id}
      isWaiting={props.rows === undefined}
      error={props.error}
      onRetry={props.onRetry}
      empty={<p className="dim">{props.none}</p>}
    />
  )
}

/** How a port does against what is usual there. */
export function PortFigures({ port }: Of) {
  const [days, setDays] = useState('7')
  // Whole days, so that the same is asked all day.
  const [today] = useState(() => (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS)
  const period = {
    from: new Date(today - Number(days) * DAY_MS).toISOString(),
    to: new Date(today).toISOString(),
  }
  const { data, error, refetch } = useAnswer(
    getPortAnalytics,
    { id: port.id, ...period, bucket: 'day' },
    { keep: true },
  )
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />
  const { median_stay_h, waiting_h, matched_share, baseline } = data
  const hours = (value: number | null) => (value === null ? NA : `${value.toFixed(1)} h`)
  return (
    <>
      <div className="call-acts">
        <SegmentedControl size="xs" aria-label="How far back" value={days} onChange={setDays} data={SPANS} />
      </div>
      <ArrivalBars arrivals={data.arrivals} baseline={baseline} />
      <dl className="account-facts">
        <dt>Waiting before the berth</dt>
        <dd>{hours(waiting_h)}, half of them less</dd>
        <dt>Stay at the berth</dt>
        <dd>{hours(median_stay_h)}, half of them less</dd>
        <dt>Come from</dt>
        <dd>{named(data.top_previous)}</dd>
        <dt>Sail to, declared</dt>
        <dd>
          {named(data.top_next)}
          {matched_share !== null &&
            ` (${Math.round(matched_share * 100)} % of the declared destinations name a port we know)`}
        </dd>
      </dl>
    </>
  )
}

const named = (ports: readonly { port_id: string; name: string | null; count: number }[]) =>
  ports.length === 0
    ? 'not known'
    : ports.map(({ port_id, name, count }) => `${name ?? port_id} ${count}`).join(', ')
