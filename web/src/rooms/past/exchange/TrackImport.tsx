import { FileButton } from '@mantine/core'
import {
  cancelImport,
  checkImport,
  commitImport,
  undoImport,
  type ImportedRow,
  type ImportJob,
  type ImportState,
} from '@samudra/contract/exchange'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { ImportCard, ImportFindings } from '../../../kit/forms/ImportsPage.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import { countWords, NA } from '../../../kit/text/quantity-text.ts'
import type { Column } from '../../../kit/tables/table.ts'
import { call } from '../../../wire/call.ts'
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
  const { id, name, size, state, dialect, created_by, created_at } = job
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
      figures={job.rows > 0 && <Figures job={job} />}
      renderAct={(run, isBusy) =>
        state === 'UPLOADING' &&
        sent === undefined && (
          <FileButton onChange={(file) => file !== null && run(() => goOn(job, file))}>
            {(props) => (
              <ActionButton {...props} size="xs" isBusy={isBusy}>
                Choose the file again to resume
              </ActionButton>
            )}
          </FileButton>
        )
      }
      acts={actsOf(job)}
      undo={
        state === 'COMMITTED'
          ? {
              title: `Undo the import of ${name}?`,
              text: 'All positions of this file are removed from the history.',
              act: 'Take all of it away',
              run: (reason) => call(undoImport, { id, reason }),
            }
          : null
      }
      changed={changed}
    >
      <ImportFindings
        wrong={job.errors}
        wrongCount={job.error_count}
        first={{ label: 'First rows', columns: rowColumns(job.sources), rows: job.sample }}
      />
    </ImportCard>
  )
}

function actsOf({ id, state, fixes, duplicates }: ImportJob) {
  const fresh = fixes - duplicates
  return [
    (state === 'UPLOADED' || state === 'REJECTED') && {
      label: 'Check file',
      run: () => call(checkImport, { id }),
      isPlain: true,
    },
    state === 'CHECKED' && {
      label:
        fresh === 0
          ? 'All positions are already stored'
          : `Store ${countWords(fresh, 'position', 'positions')}`,
      run: () => call(commitImport, { id }),
      disabled: fresh === 0,
    },
    !['COMMITTED', 'UNDOING', 'UNDONE', 'CANCELLED'].includes(state) && {
      label: 'Cancel',
      run: () => {
        stopUpload(id)
        return call(cancelImport, { id })
      },
      isPlain: true,
    },
  ]
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

/** Sends the rest of a file whose upload broke off; the size distinguishes another file of that name. */
async function goOn(job: ImportJob, file: File) {
  if (file.size !== job.size) throw new Error(`Wrong file size: ${job.name} has ${sizeText(job.size)}.`)
  await sendFile(job, file)
}
