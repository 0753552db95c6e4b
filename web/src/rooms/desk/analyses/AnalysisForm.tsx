import { Button, Select, Switch } from '@mantine/core'
import { LONGEST_ANALYSIS_DAYS, type AnalysisSubject } from '@samudra/contract/analyses'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import { useState } from 'react'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { wallNow } from '../../../time/server-clock.ts'
import { readBox, shapeOfBox, type AnalysisRequest } from './analysis-address.ts'
import { SubjectFields, type SubjectDraft } from './SubjectFields.tsx'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const CUSTOM = 'CUSTOM'
const DAYS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '31', label: 'Last 31 days' },
  { value: String(LONGEST_ANALYSIS_DAYS), label: `Last ${LONGEST_ANALYSIS_DAYS} days` },
  { value: CUSTOM, label: 'From … to …' },
]
const USUAL_DAYS = '7'

type Props = {
  /** Subject, period and comparison of the address; the form begins with them. */
  subject: AnalysisSubject | null
  request: AnalysisRequest | null
  /** Box of the address; null where it has none. */
  box: LonLatBox | null
  run: (request: AnalysisRequest, box: LonLatBox | null) => void
  isBusy: boolean
}

const draftOf = ({ subject, box }: Pick<Props, 'subject' | 'box'>): SubjectDraft => ({
  kind: subject?.kind ?? 'AREA',
  id: subject === null || subject.kind === 'SHAPE' ? '' : subject.id,
  box: box === null ? '' : box.join(', '),
})

/** Form of an analysis: its subject, its period, and the comparison with the previous period. */
export function AnalysisForm({ subject: before, request, box, run, isBusy }: Props) {
  const [draft, setDraft] = useState(() => draftOf({ subject: before, box }))
  const [days, setDays] = useState(request === null ? USUAL_DAYS : CUSTOM)
  const [from, setFrom] = useState(() => (request === null ? null : Date.parse(request.from)))
  const [to, setTo] = useState(() => (request === null ? null : Date.parse(request.to)))
  const [isCompared, setCompared] = useState(request?.compare === 'previous')
  const saved = before?.kind === 'SHAPE' && box === null ? before : null
  const typed = readBox(draft.box)
  const period = periodOf(days, from, to)
  const subject =
    draft.kind !== 'SHAPE'
      ? draft.id === ''
        ? null
        : { kind: draft.kind, id: draft.id }
      : typed !== null
        ? { kind: draft.kind, geometry: shapeOfBox(typed) }
        : draft.box === ''
          ? saved
          : null
  const isReady = subject !== null && period !== null
  return (
    <form
      className="analysis-form"
      aria-label="Analysis"
      onSubmit={(event) => {
        event.preventDefault()
        if (subject === null || period === null) return
        run(
          { subject, ...period, ...(isCompared ? { compare: 'previous' as const } : {}) },
          subject.kind === 'SHAPE' ? typed : null,
        )
      }}
    >
      <SubjectFields draft={draft} change={setDraft} hasShape={saved !== null} />
      <Select
        size="xs"
        w={140}
        aria-label="Period"
        allowDeselect={false}
        data={DAYS}
        value={days}
        onChange={(value) => {
          if (value === null) return
          if (value === CUSTOM && period !== null) {
            setFrom(Date.parse(period.from))
            setTo(Date.parse(period.to))
          }
          setDays(value)
        }}
      />
      {days === CUSTOM && (
        <>
          <TimeField size="xs" aria-label="From" value={from} onChange={setFrom} />
          <TimeField size="xs" aria-label="To" value={to} onChange={setTo} />
        </>
      )}
      <Switch
        size="xs"
        label="Compare with the previous period"
        checked={isCompared}
        onChange={(event) => setCompared(event.currentTarget.checked)}
      />
      <Button size="xs" type="submit" disabled={!isReady} loading={isBusy}>
        Analyse
      </Button>
    </form>
  )
}

/** Returns the period that the form begins with. */
export const usualPeriod = () => periodOf(USUAL_DAYS, null, null)!

/** Returns the chosen period; null while it is none. */
function periodOf(days: string, from: number | null, to: number | null) {
  const now = Math.ceil(wallNow() / MINUTE_MS) * MINUTE_MS
  const [first, last] = days === CUSTOM ? [from, to] : [now - Number(days) * DAY_MS, now]
  if (first === null || last === null || Number.isNaN(first) || Number.isNaN(last) || first >= last)
    return null
  return { from: new Date(first).toISOString(), to: new Date(last).toISOString() }
}
