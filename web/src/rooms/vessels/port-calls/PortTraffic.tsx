import { getPortAnalytics, getPortOfCalls } from '@samudra/contract/port-calls'
import { getPortDetails } from '@samudra/contract/ports'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PortDetails } from '../../../kit/pages/port-part.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { useAnswer, useAnswers } from '../../../wire/use-answer.ts'
import { wallNow } from '../../../time/server-clock.ts'
import { ArrivalBars } from './ArrivalBars.tsx'
import { BOARD_STATES, boardPeriod, EMPTY_TEXTS, onBoard, type BoardState } from './port-call-board.ts'
import { CallTable } from './CallTable.tsx'
import { useChangedCalls } from './use-changed-calls.ts'
import './port-calls.css'

const DAY_MS = 86_400_000
const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
]
const SHOWN = 500
const SHOWN_FIELDS = ['port', 'mmsi']
const STATE_LABELS: Record<BoardState, string> = {
  BERTHED: 'At the berth',
  ANCHORED: 'At anchor',
  EXPECTED: 'Expected in 24 h',
  DEPARTED: 'Departed in 24 h',
}
type Of = { port: Pick<PortDetails, 'id' | 'name' | 'expected_24h' | 'departed_24h'> }

/** Returns the number of vessels in each state of the board; null until known. */
function useCounts({ id, expected_24h, departed_24h }: Of['port']): Record<BoardState, number | null> {
  const there = (['BERTHED', 'ANCHORED'] as const).map((state) => ({ port_id: id, state, limit: 1 }))
  const [berthed, anchored] = useAnswers(getPortOfCalls, there)
  return {
    BERTHED: berthed?.data?.total ?? null,
    ANCHORED: anchored?.data?.total ?? null,
    EXPECTED: expected_24h,
    DEPARTED: departed_24h,
  }
}

/** Ships at a port, expected there and gone from it: each with what it rests on. */
export function PortShips({ port }: Of) {
  const [state, setState] = useState<BoardState>('BERTHED')
  const { data, error, refetch } = useAnswer(
    getPortOfCalls,
    { port_id: port.id, state, limit: SHOWN, ...boardPeriod(state, wallNow()) },
    { keep: true },
  )
  useChangedCalls({ port_id: port.id }, getPortOfCalls, getPortDetails)
  const counts = useCounts(port)
  return (
    <>
      <div className="call-acts">
        <Segments
          label="Vessels to show"
          value={state}
          onChange={(value) => setState(value)}
          data={BOARD_STATES.map((value) => ({
            value,
            label: `${STATE_LABELS[value]}${counts[value] === null ? '' : ` (${counts[value]})`}`,
          }))}
        />
        <Link to={`/home/main/portOfCalls?port_id=${port.id}`}>All calls at {port.name}</Link>
      </div>
      <CallTable
        by="ship"
        without={SHOWN_FIELDS}
        rows={data && onBoard(state, data.items)}
        total={data?.total}
        error={error}
        onRetry={() => refetch()}
        none={EMPTY_TEXTS[state]}
      />
    </>
  )
}

/** Shows the figures of a port against its baseline. */
export function PortFigures({ port }: Of) {
  const [days, setDays] = useState('7')
  // Whole days keep the query the same all day.
  const [today] = useState(() => (Math.floor(wallNow() / DAY_MS) + 1) * DAY_MS)
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
  return (
    <>
      <div className="call-acts">
        <Segments label="Period" value={days} onChange={setDays} data={SPANS} />
      </div>
      <ArrivalBars arrivals={data.arrivals} baseline={baseline} />
      <dl className="account-facts">
        <dt>Waiting time</dt>
        <dd>{medianWords(waiting_h)}</dd>
        <dt>Time at berth</dt>
        <dd>{medianWords(median_stay_h)}</dd>
        <dt>Last port</dt>
        <dd>{named(data.top_previous)}</dd>
        <dt>Next port (AIS)</dt>
        <dd>
          {named(data.top_next)}
          {matched_share !== null &&
            ` (${Math.round(matched_share * 100)} % of the AIS destinations name a known port)`}
        </dd>
      </dl>
    </>
  )
}

/** Below a twentieth of an hour it would read as none. */
const medianWords = (hours: number | null) =>
  hours === null ? 'not known' : hours < 0.05 ? 'median 0 h' : `median ${hours.toFixed(1)} h`

const named = (ports: readonly { port_id: string; name: string | null; count: number }[]) =>
  ports.length === 0
    ? 'not known'
    : ports.map(({ port_id, name, count }) => `${name ?? port_id} ${count}`).join(', ')
