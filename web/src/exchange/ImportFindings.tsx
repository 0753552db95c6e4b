import type { ImportJob } from '@samudra/contract/exchange'
import { NA } from '../kit/quantity-text.ts'
import { Table } from '../kit/Table.tsx'
import type { Column } from '../kit/table.ts'
import { When } from '../kit/When.tsx'

type Wrong = ImportJob['errors'][number]
type Sample = ImportJob['sample'][number]

const WRONG: Column<Wrong>[] = [
  {
    key: 'line',
    label: 'Line',
    cell: ({ line }) => <span className="figures">{line}</span>,
    value: ({ line }) => line,
  },
  { key: 'field', label: 'Field', cell: ({ field }) => field, value: ({ field }) => field },
  { key: 'why', label: 'What is wrong', cell: ({ why }) => why, value: ({ why }) => why },
]
const figures = (shown: number | string | null) => <span className="figures">{shown ?? NA}</span>
const sampleColumns = (sources: ImportJob['sources']): Column<Sample>[] => [
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

/** The first rows as they were read, and the lines that could not be. */
export function ImportFindings({ job }: { job: ImportJob }) {
  const { errors, error_count, sample } = job
  return (
    <>
      {errors.length > 0 && (
        <details className="import-findings">
          <summary>
            {error_count > errors.length ? `The first ${errors.length} wrong lines` : 'Wrong lines'}
          </summary>
          <div className="import-rows" role="region" tabIndex={0} aria-label="Wrong lines of the file">
            <Table
              label="Wrong lines"
              isInText
              columns={WRONG}
              rows={errors}
              rowKey={(row) => String(errors.indexOf(row))}
              csv="wrong-lines.csv"
            />
          </div>
        </details>
      )}
      {sample.length > 0 && (
        <details className="import-findings">
          <summary>First rows</summary>
          <div className="import-rows" role="region" tabIndex={0} aria-label="First rows of the file">
            <Table
              label="First rows"
              isInText
              columns={sampleColumns(job.sources)}
              rows={sample}
              rowKey={(row) => String(sample.indexOf(row))}
            />
          </div>
        </details>
      )}
    </>
  )
}
