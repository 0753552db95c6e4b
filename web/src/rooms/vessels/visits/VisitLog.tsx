import { Drawer, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  computeLog,
  getAoiHistoryByVessel,
  getAoiLogs,
  getEezHistoryByVessel,
  getEezLogs,
  type LogKind,
  type LogState,
} from '@samudra/contract/visits'
import { useEffect, useState } from 'react'
import {
  chooseLogRow,
  closeVisitLog,
  nameLog,
  shipOfLog,
  useVisitLog,
  type LogOf,
} from '../../../map/explanation/visit-log.store.ts'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { When } from '../../../kit/text/When.tsx'
import { LOG_COLUMNS, VISIT_COLUMNS } from './visit-columns.tsx'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { rowId } from '../../../wire/pages-again.ts'
import { usePages } from '../../../wire/use-pages.ts'
import './visits.css'

const EVERY_MS = 60_000
const ENTRIES_AND_EXITS = 'ALL'
type Kind = LogKind | typeof ENTRIES_AND_EXITS
const KINDS: { value: Kind; label: string }[] = [
  { value: ENTRIES_AND_EXITS, label: 'All' },
  { value: 'ENTRY', label: 'Entries' },
  { value: 'EXIT', label: 'Exits' },
  { value: 'DWELL', label: 'Stays' },
]
const CHANGES = { value: 'EDIT' as const, label: 'Changes' }
const STATE_WORDS: Record<LogState, string> = {
  COMPUTING: 'Past visits are being computed; check again later.',
  STOPPED: 'A user stopped the computation of past visits.',
  WATCHED: '',
  OVER: 'An earlier outline; nothing is added to its log.',
  NOT_WATCHED: 'Nothing is logged yet; it begins within a few seconds.',
}

/** The log of an area, a boundary or a ship, beside whatever screen it was opened on. */
export function VisitLog() {
  const of = useVisitLog((state) => state.of)
  return (
    <Drawer
      opened={of !== null}
      onClose={closeVisitLog}
      position="right"
      size="min(1040px, 96vw)"
      title={of === null ? '' : titleOf(of)}
      classNames={{ content: 'visit-drawer', body: 'visit-body' }}
    >
      {of !== null &&
        (of.kind === 'ship' ? <ShipHistory key={of.id} of={of} /> : <ZoneLog key={of.id} of={of} />)}
    </Drawer>
  )
}

/** From the address its name is not known. */
const titleOf = (of: LogOf) =>
  of.kind === 'ship'
    ? `Where ${of.name || `MMSI ${shipOfLog(of).mmsi}`} was`
    : `Log of ${of.name || 'an area or boundary'}`

function usePeriod(until: string | null = null) {
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(until === null ? null : Date.parse(until))
  const isReadable = [from, to].every((at) => at === null || !Number.isNaN(at))
  const isForward = from === null || to === null || !(from > to)
  const query =
    isReadable && isForward
      ? {
          ...(from === null ? {} : { from: new Date(from).toISOString() }),
          ...(to === null ? {} : { to: new Date(to).toISOString() }),
        }
      : {}
  return {
    query,
    fields: (
      <>
        <TimeField size="xs" aria-label="From" value={from} onChange={setFrom} />
        <span className="dim">to</span>
        <TimeField
          size="xs"
          aria-label="To"
          value={to}
          onChange={setTo}
          error={isForward ? null : 'ends before it begins'}
        />
      </>
    ),
  }
}

function ZoneLog({ of }: { of: LogOf }) {
  const [kind, setKind] = useState<Kind>(ENTRIES_AND_EXITS)
  const [mmsi, setMmsi] = useState('')
  const [version, setVersion] = useState<string | null>(null)
  const [typed] = useDebouncedValue(mmsi.trim(), 300)
  // A link to a row shows that row at the top.
  const [linked] = useState(() => useVisitLog.getState().row)
  const period = usePeriod(linked?.at)
  const row = useVisitLog((state) => state.row)
  const isWhole = /^\d{9}$/.test(typed)
  const input = {
    id: of.id,
    ...(kind === ENTRIES_AND_EXITS ? {} : { kind }),
    ...(isWhole ? { mmsi: typed } : {}),
    ...(version === null ? {} : { geometry_version: Number(version) }),
    ...period.query,
  }
  const { first, table } = usePages(of.kind === 'area' ? getAoiLogs : getEezLogs, input, {
    rowKey: rowId,
    everyMs: EVERY_MS,
  })
  const ask = useAction(async (id: string) => {
    await call(computeLog, { id })
    await table.onRetry()
  })
  const log = first?.log
  useEffect(() => {
    if (log !== undefined && of.name === '') nameLog(log.name)
  }, [log, of.name])
  return (
    <>
      <div className="visit-bar">
        <Segments
          label="Entries and exits"
          value={kind}
          onChange={(value) => setKind(value)}
          data={of.kind === 'area' ? [...KINDS, CHANGES] : KINDS}
        />
        <TextInput
          size="xs"
          aria-label="MMSI"
          placeholder="MMSI"
          value={mmsi}
          error={typed === '' || isWhole ? null : 'nine digits'}
          onChange={(event) => setMmsi(event.currentTarget.value)}
        />
        {period.fields}
        {log !== undefined && log.geometry_versions.length > 1 && (
          <Select
            size="xs"
            aria-label="Outline"
            value={version ?? String(log.geometry_version)}
            onChange={setVersion}
            data={log.geometry_versions.map((one, i) => ({
              value: String(one),
              label: i === 0 ? 'Present outline' : `Outline ${one}`,
            }))}
          />
        )}
      </div>
      {log !== undefined && (
        <p className="dim visit-note" role="status">
          {STATE_WORDS[log.state]}{' '}
          {log.state === 'STOPPED' && (
            <ActionButton
              size="compact-xs"
              variant="default"
              isBusy={ask.isBusy}
              onClick={() => ask.run(of.id)}
            >
              Compute it now
            </ActionButton>
          )}
          {ask.fault !== null && <span role="alert">{ask.fault.message}</span>}
          {log.since !== null && log.state !== 'COMPUTING' && log.state !== 'STOPPED' && (
            <>
              {countWords(first!.total, 'row')}; the log begins <When at={log.since} />.
            </>
          )}
        </p>
      )}
      <Table
        label={`Log of ${of.name}`}
        name="log-of-area"
        columns={LOG_COLUMNS}
        selected={row?.id ?? null}
        onOpen={({ id, at }) => chooseLogRow({ id, at })}
        {...table}
        empty={<Nothing title="No vessel entered or left" hint="Choose another period or kind." />}
        csv={`log-${of.name.replaceAll(/[^\w-]+/g, '-')}.csv`}
      />
    </>
  )
}

function ShipHistory({ of }: { of: LogOf }) {
  const [what, setWhat] = useState<'waters' | 'areas'>('waters')
  const period = usePeriod()
  const { first, table } = usePages(
    what === 'waters' ? getEezHistoryByVessel : getAoiHistoryByVessel,
    {
      ...shipOfLog(of),
      ...period.query,
    },
    { rowKey: rowId, everyMs: EVERY_MS },
  )
  return (
    <>
      <div className="visit-bar">
        <Segments
          label="Where"
          value={what}
          onChange={(value) => setWhat(value)}
          data={[
            { value: 'waters', label: 'EEZ, 24 and 12 NM' },
            { value: 'areas', label: 'Areas of interest' },
          ]}
        />
        {period.fields}
        <span className="dim">{first === undefined ? '' : countWords(first.total, 'visit')}</span>
      </div>
      <Table
        label={`Where ${of.name} was`}
        name="visits-of-ship"
        columns={VISIT_COLUMNS}
        {...table}
        empty={
          <Nothing
            title="No visits in this period"
            hint="Choose another time. Waters and areas without an outline here do not count."
          />
        }
        csv={`${what}-of-${of.id}.csv`}
      />
    </>
  )
}
