import { PORT_CALL_STATE_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import {
  correctPortCall,
  getPortCallVersions,
  mergePortCalls,
  getPortOfCallsForVessel,
  type PortCall,
} from '@samudra/contract/port-calls'
import { IconArrowMerge, IconArrowsSplit, IconBan, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { shipLink } from '../../../kit/pages/links.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { wallNow } from '../../../time/server-clock.ts'
import { call } from '../../../wire/call.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { ShipName } from './call-columns.tsx'
import { basisOf, confidenceWords, shipOf, stateWords } from './call-words.ts'
import { CorrectCall } from './CorrectCall.tsx'
import { SplitCall } from './SplitCall.tsx'
import { useChangedCalls } from './use-changed-calls.ts'
import './port-calls.css'

const VERSIONS: Column<PortCall>[] = [
  { key: 'at', label: 'Known', cell: (one) => <When at={one.updated_at} />, isHead: true },
  { key: 'state', label: 'State', cell: ({ state }) => PORT_CALL_STATE_LABELS[state] },
  {
    key: 'by',
    label: 'By',
    cell: (one) => one.changed_by ?? (one.entered_at === null ? 'AIS destination' : 'AIS positions'),
  },
  { key: 'reason', label: 'Reason', cell: ({ reason }) => reason ?? '' },
]

/** One port call: what it rests on, how it came to be known, and what a person can put right. */
export function CallDetails(props: { of: PortCall; onChange: (now: PortCall) => void }) {
  const { onChange } = props
  const [form, setForm] = useState<'CORRECT' | 'SPLIT' | null>(null)
  const versions = useAnswer(getPortCallVersions, { id: props.of.id })
  useChangedCalls({ mmsis: [props.of.mmsi] }, getPortCallVersions, getPortOfCallsForVessel)
  const latest = versions.data?.at(-1)
  const of = latest !== undefined && latest.version > props.of.version ? latest : props.of
  const saved = (now: PortCall) => {
    setForm(null)
    onChange(now)
    void versions.refetch()
  }
  return (
    <div className="call-details">
      <Facts of={of} />
      {form === 'CORRECT' ? (
        <CorrectCall of={of} onDone={saved} />
      ) : form === 'SPLIT' ? (
        <SplitCall of={of} onDone={saved} />
      ) : (
        <div className="call-acts">
          {of.entered_at !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} />}
              onClick={() => setForm('CORRECT')}
            >
              Correct
            </Button>
          )}
          {of.entered_at !== null && of.state !== 'CANCELLED' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsSplit size={14} />}
              onClick={() => setForm('SPLIT')}
            >
              Split in two
            </Button>
          )}
          <Merge of={of} onDone={saved} />
          <TakeBack of={of} onDone={saved} />
        </div>
      )}
      <h3>History</h3>
      <Table
        label="Versions of the call"
        isInText
        columns={VERSIONS}
        rows={versions.data ?? []}
        rowKey={(one) => String(one.version)}
        isWaiting={versions.isPending}
        error={versions.error}
        onRetry={() => versions.refetch()}
      />
    </div>
  )
}

const metres = (value: number | null) => (value === null ? 'not reported' : `${value.toFixed(1)} m`)

function Facts({ of }: { of: PortCall }) {
  const times = [
    ['Declared ETA', of.expected_at],
    [of.already_there ? 'Already there at' : 'Arrived', of.entered_at],
    ['At anchor', of.anchored_at],
    ['At the berth', of.berthed_at],
    ['Departed', of.departed_at],
  ] as const
  const track = `/home/map/plotAisTrack/${of.mmsi}?from=${of.entered_at}&to=${of.departed_at ?? of.updated_at}&raw=1`
  return (
    <dl className="account-facts">
      <dt>Vessel</dt>
      <dd>
        <Link to={shipLink(of.mmsi, of.split_id)}>
          <ShipName of={of} />
        </Link>
        {shipOf(of) === of.mmsi ? '' : ` ${of.mmsi}`},{' '}
        <Link to={`/home/main/map?mmsi=${of.mmsi}`}>on the map</Link>
      </dd>
      <dt>Port</dt>
      <dd>
        <Link to={`/home/portsDetails/${of.port_id}`}>{of.port_name ?? of.port_id}</Link>
      </dd>
      <dt>State</dt>
      <dd>
        {stateWords(of, wallNow())}, {basisOf(of)}
      </dd>
      {times.flatMap(([label, at]) =>
        at === null
          ? []
          : [
              <dt key={label}>{label}</dt>,
              <dd key={`${label} at`}>
                <When at={at} />
              </dd>,
            ],
      )}
      {of.berth !== null && (
        <>
          <dt>Berth</dt>
          <dd>{of.berth}</dd>
        </>
      )}
      {of.expected_text !== null && (
        <>
          <dt>Declared</dt>
          <dd>“{of.expected_text}”</dd>
        </>
      )}
      {of.next_text !== null && (
        <>
          <dt>Next port</dt>
          <dd>
            “{of.next_text}”{of.next_port === null ? ', no known port' : `, ${of.next_port}`}
          </dd>
        </>
      )}
      <dt>Draught</dt>
      <dd>
        in {metres(of.draught_in)}, out {metres(of.draught_out)}
      </dd>
      {of.entered_at !== null && (
        <>
          <dt>Evidence</dt>
          <dd>
            {confidenceWords(of.confidence)}:{' '}
            <Link to={track}>{of.evidence_fix_ids.length} fixes on its track</Link>
            <span className="call-fixes figures">{of.evidence_fix_ids.join(' ')}</span>
          </dd>
        </>
      )}
    </dl>
  )
}

/** Makes one call of this one and the one before at the same port. */
function Merge({ of, onDone }: { of: PortCall; onDone: (saved: PortCall) => void }) {
  const { data } = useAnswer(getPortOfCallsForVessel, { mmsi: of.mmsi, limit: 100 })
  const calls =
    data?.items.filter(({ state, entered_at }) => entered_at !== null && state !== 'CANCELLED') ?? []
  const earlier = calls[calls.findIndex(({ id }) => id === of.id) + 1]
  if (earlier === undefined || earlier.port_id !== of.port_id || of.state === 'CANCELLED') return null
  return (
    <QuestionButton
      label="Merge with the previous call"
      icon={<IconArrowMerge size={14} />}
      question={{
        title: 'Merge this call with the previous one?',
        text: 'The vessel did not leave between them. The fixes stay in the history of both.',
        act: 'Merge',
        needsReason: true,
        isGrave: false,
      }}
      act={async (reason) => {
        const merged = await call(mergePortCalls, { ids: [earlier.id, of.id], reason })
        toast('The port calls are merged', 'good')
        onDone(merged)
      }}
    />
  )
}

function TakeBack({ of, onDone }: { of: PortCall; onDone: (saved: PortCall) => void }) {
  if (of.state === 'CANCELLED') return null
  return (
    <QuestionButton
      label="Cancel call"
      icon={<IconBan size={14} />}
      question={{
        title: 'Cancel this port call?',
        text: 'It is no longer counted. It stays in the list under "Cancelled", with your reason.',
        act: 'Cancel call',
        needsReason: true,
        isGrave: true,
      }}
      act={async (reason) => {
        const taken = await call(correctPortCall, {
          id: of.id,
          expected_version: of.version,
          cancel: true,
          reason,
        })
        toast('The port call is cancelled', 'good')
        onDone(taken)
      }}
    />
  )
}
