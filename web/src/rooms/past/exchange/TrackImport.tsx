import { Button, FileButton, TextInput } from '@mantine/core'
import {
  cancelImport,
  checkImport,
  commitImport,
  undoImport,
  type ImportedRow,
  type ImportJob,
  type ImportState,
} from '@samudra/contract/exchange'
import { useState } from 'react'
import { Form } from '../../../kit/forms/Form.tsx'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { ImportCard, ImportFindings } from '../../../kit/forms/ImportsPage.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import { countWords, NA } from '../../../kit/text/quantity-text.ts'
import type { Column } from '../../../kit/tables/table.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { sizeText } from './sizes.ts'
import { sendFile, stopUpload } from './uploads.store.ts'

const WORDS: Record<ImportState, string> = {
  UPLOADING: 'Upload incomplete',
  UPLOADED: 'Uploaded',
  CHECKING: 'Checking',
  CHECKED: 'Ready to store',
  REJECTED: 'Rejected',
  COMMITTING: 'Storing',
  COMMITTED: 'Stored',
  UNDOING: 'Undoing',
  UNDONE: 'Undone',
  CANCELLED: 'Cancelled',
}
const HAS_BAR = new Set<ImportState>(['CHECKING', 'COMMITTING', 'UNDOING'])

type Props = {
  job: ImportJob
  /** While this page sends the file. */
  sent: { sent: number; trouble: string } | undefined
  changed: () => void
}

const figures = (shown: number | string | null) => <span className="figures">{shown ?? NA}</span>
const rowColumns = (sources: ImportJob['sources']): Column<ImportedRow>[] => [
  { key: 'mmsi', label: 'MMSI', cell: ({ mmsi }) => figures(mmsi) },
  { key: 'time', label: 'Time', cell: ({ observed_at }) => <When at={observed_at} /> },
  { key: 'lat', label: 'Latitude', cell: ({ lat }) => figures(lat) },
  { key: 'lon', label: 'Longitude', cell: ({ lon }) => figures(lon) },
  { key: 'sog', label: 'Speed, kn', cell: ({ sog }) => figures(sog) },
  { key: 'cog', label: 'Course', cell: ({ cog }) => figures(cog) },
  {
    key: 'source',
    label: 'Source',
    cell: ({ source }) => figures(sources === 'IMPORT' || source === '' ? 'IMPORT' : source),
  },
]

/** One import: where it stands, what was found, and what can be done. */
export function TrackImport({ job, sent, changed }: Props) {
  const { name, size, state, dialect, created_by, created_at } = job
  const share = sent === undefined ? job.progress : sent.sent / size
  return (
    <ImportCard
      name={name}
      state={state}
      word={sent === undefined ? WORDS[state] : 'Uploading'}
      about={
        <>
          {sizeText(size)}
          {dialect !== '' && `, ${dialect}`}; {created_by}, <When at={created_at} />
        </>
      }
      share={sent !== undefined || HAS_BAR.has(state) ? share : null}
      trouble={sent?.trouble || job.trouble}
    >
      {job.rows > 0 && <Figures job={job} />}
      <Acts job={job} sent={sent} changed={changed} />
      <ImportFindings
        wrong={job.errors}
        wrongCount={job.error_count}
        first={{ label: 'First rows', columns: rowColumns(job.sources), rows: job.sample }}
      />
    </ImportCard>
  )
}

function Figures({ job }: { job: ImportJob }) {
  return (
    <dl className="import-figures">
      <Figure label="Rows" value={job.rows} />
      <Figure label="Positions" value={job.fixes} />
      <Figure label="Vessels" value={job.ships} />
      <Figure label="Already stored" value={job.duplicates} />
      <Figure label="Without position" value={job.skipped} />
      <Figure label="Wrong lines" value={job.error_count} />
      {job.first_at !== null && job.last_at !== null && (
        <div>
          <dt>Period</dt>
          <dd>
            <When at={job.first_at} /> to <When at={job.last_at} />
          </dd>
        </div>
      )}
      {job.undone_at !== null && (
        <div>
          <dt>Undone</dt>
          <dd>
            {job.undone_by}, <When at={job.undone_at} />
          </dd>
        </div>
      )}
    </dl>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Quantity count={value} />
    </dd>
  </div>
)

function Acts({ job, sent, changed }: Props) {
  const { id, state } = job
  const [isUndoing, setUndoing] = useState(false)
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work()
    changed()
  })
  const cancel = () => {
    stopUpload(id)
    return act.run(() => call(cancelImport, { id }))
  }
  const fresh = job.fixes - job.duplicates
  return (
    <>
      <p className="refusal" role="alert">
        {act.fault?.message}
      </p>
      <div className="import-acts">
        {state === 'UPLOADING' && sent === undefined && (
          <FileButton
            onChange={(file) => {
              if (file !== null) void act.run(() => goOn(job, file))
            }}
          >
            {(props) => (
              <ActionButton {...props} size="xs" isBusy={act.isBusy}>
                Choose the file again to resume
              </ActionButton>
            )}
          </FileButton>
        )}
        {(state === 'UPLOADED' || state === 'REJECTED') && (
          <ActionButton
            size="xs"
            variant="default"
            isBusy={act.isBusy}
            onClick={() => act.run(() => call(checkImport, { id }))}
          >
            Check file
          </ActionButton>
        )}
        {state === 'CHECKED' && (
          <ActionButton
            size="xs"
            isBusy={act.isBusy}
            disabled={fresh === 0}
            onClick={() => act.run(() => call(commitImport, { id }))}
          >
            {fresh === 0
              ? 'All positions are already stored'
              : `Store ${countWords(fresh, 'position', 'positions')}`}
          </ActionButton>
        )}
        {state === 'COMMITTED' && !isUndoing && (
          <Button size="xs" variant="default" onClick={() => setUndoing(true)}>
            Undo…
          </Button>
        )}
        {!['COMMITTED', 'UNDOING', 'UNDONE', 'CANCELLED'].includes(state) && (
          <Button size="xs" variant="default" onClick={() => void cancel()}>
            Cancel
          </Button>
        )}
      </div>
      {isUndoing && state === 'COMMITTED' && (
        <Undo job={job} changed={changed} onClose={() => setUndoing(false)} />
      )}
    </>
  )
}

/** Sends the rest of a file whose upload broke off; the size distinguishes another file of that name. */
async function goOn(job: ImportJob, file: File) {
  if (file.size !== job.size) throw new Error(`Wrong file size: ${job.name} has ${sizeText(job.size)}.`)
  await sendFile(job, file)
}

function Undo({ job, changed, onClose }: { job: ImportJob; changed: () => void; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const undo = useAction(async () => {
    await call(undoImport, { id: job.id, reason })
    changed()
  })
  return (
    <Form
      className="import-undo"
      onSubmit={(event) => {
        event.preventDefault()
        void undo.run()
      }}
    >
      <TextInput
        size="xs"
        label={`Reason to undo ${job.name}`}
        data-autofocus
        autoFocus
        required
        withAsterisk={false}
        maxLength={500}
        value={reason}
        error={undo.fault?.message}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ActionButton type="submit" size="xs" isBusy={undo.isBusy} disabled={reason.trim() === ''}>
        Undo import
      </ActionButton>
      <Button size="xs" variant="default" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  )
}
