import { Form } from '../../../kit/forms/Form.tsx'
import { periodFault, wholeMinute } from '../../../kit/text/time-text.ts'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Chart } from '../../../map/chart/chart.ts'
import { wallNow } from '../../../time/clock.ts'
import { Bookmarks } from './Bookmarks.tsx'
import { Recordings } from './Recordings.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { REPLAY } from '../../../kit/pages/links.ts'
import { writeReplayLink } from './replay-link.ts'
import { useReplay, type ReplayQuery } from './replay.store.ts'

const HOUR = 3_600_000
const PERIODS: readonly [label: string, hours: number][] = [
  ['Last hour', 1],
  ['6 hours', 6],
  ['24 hours', 24],
  ['7 days', 168],
]

/** Chooses what is replayed, and records what is going on. */
export function ReplayPanel({ chart, close }: { chart: Chart; close: () => void }) {
  const goTo = useGoTo()
  const show = (request: Pick<ReplayQuery, 'from' | 'to' | 'bbox'>) => {
    close()
    goTo({ ...request, knowledge: useReplay.getState().query?.knowledge ?? 'AS_KNOWN', knownBy: null })
  }
  return (
    <>
      <PeriodForm chart={chart} show={(request) => (close(), goTo(request))} />
      <Recordings show={show} />
      <Bookmarks close={close} />
    </>
  )
}

/** Opens the screen of a replay; what else stands in the address, such as a filter, goes along. */
function useGoTo() {
  const navigate = useNavigate()
  return (request: ReplayQuery) => {
    const search = writeReplayLink(new URLSearchParams(location.search), request, request.from)
    void navigate(`${REPLAY}?${search.toString()}`)
  }
}

function PeriodForm({ chart, show }: { chart: Chart; show: (request: ReplayQuery) => void }) {
  const request = useReplay((state) => state.query)
  const [from, setFrom] = useState<number | null>(() => wholeMinute(request?.from ?? wallNow() - HOUR))
  const [to, setTo] = useState<number | null>(() => wholeMinute(request?.to ?? wallNow()))
  const [knowledge, setKnowledge] = useState<ReplayQuery['knowledge']>(request?.knowledge ?? 'AS_KNOWN')
  const [area, setArea] = useState(request?.bbox == null ? 'all' : 'view')
  const fault = periodFault(from, to, MOST)
  const start = (first: number, last: number) =>
    show({ from: first, to: last, knowledge, bbox: area === 'view' ? viewOf(chart) : null, knownBy: null })
  return (
    <Form
      className="replay-form"
      aria-label="Replay settings"
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === null && from !== null && to !== null) start(from, to)
      }}
    >
      <div className="replay-periods" role="group" aria-label="Replay the last">
        {PERIODS.map(([label, hours]) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => start(wallNow() - hours * HOUR, wallNow())}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="replay-pair">
        <TimeField size="xs" label="From" required value={from} onChange={setFrom} error={fault} />
        <TimeField size="xs" label="To" required value={to} onChange={setTo} />
      </div>
      <Segments
        fullWidth
        label="Data version"
        data={[
          { value: 'AS_KNOWN', label: 'As known' },
          { value: 'CORRECTED', label: 'Corrected' },
        ]}
        value={knowledge}
        onChange={(value) => setKnowledge(value)}
      />
      <p className="replay-hint">
        {knowledge === 'AS_KNOWN'
          ? 'As the watch saw it: positions appear when they arrived; areas and tracks as they were.'
          : 'As known now: late positions appear at their own time, with the path between them.'}
      </p>
      <Segments
        fullWidth
        label="Area"
        data={[
          { value: 'all', label: 'All waters' },
          { value: 'view', label: 'Chart view' },
        ]}
        value={area}
        onChange={setArea}
      />
      <Button type="submit" size="xs" fullWidth disabled={fault !== null}>
        Replay
      </Button>
    </Form>
  )
}

const MOST = { ms: 31 * 24 * HOUR, why: 'Choose at most 31 days.' }

/** Returns the area shown by the chart; null, meaning everything, for a view as wide as the world. */
function viewOf(chart: Chart): ReplayQuery['bbox'] {
  const bounds = chart.getBounds()
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  if (east - west >= 360) return null
  const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
  return [wrapped(west), Math.max(-90, bounds.getSouth()), wrapped(east), Math.min(90, bounds.getNorth())]
}
