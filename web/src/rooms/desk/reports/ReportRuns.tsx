import { getReport, getReports, type ReportRun } from '@samudra/contract/reports'
import { IconDownload } from '@tabler/icons-react'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { saveFile } from '../../../kit/save-file.ts'
import { When } from '../../../kit/text/When.tsx'
import { download } from '../../../wire/call.ts'
import { useAction, useAnswer } from '../../../wire/use-answer.ts'
import { STATE_LABELS } from './report-texts.ts'

const RUNNING_MS = 2000
const USUAL_MS = 30_000
const SHOWN = 20

const isUnderWay = ({ state }: ReportRun) => state === 'QUEUED' || state === 'RUNNING'

/** The last runs of the user with their files, of one template or of all; followed closely while one is under way. */
export function ReportRuns({ templateId }: { templateId?: string }) {
  const { data, error, refetch } = useAnswer(
    getReports,
    { ...(templateId === undefined ? {} : { template_id: templateId }), limit: SHOWN },
    { keep: true, everyMs: (last) => (last?.items.some(isUnderWay) === true ? RUNNING_MS : USUAL_MS) },
  )
  const save = useAction(async (id: string, format: ReportRun['files'][number]['format']) => {
    const { data: file, bytes } = await download(getReport, { id, format })
    saveFile(file.name, file.content_type, bytes)
  })
  if (data === undefined) return error === null ? <Waiting /> : <Failed error={error} onRetry={refetch} />
  if (data.items.length === 0)
    return (
      <p className="dim">
        {templateId === undefined ? 'You have no reports yet.' : 'This report has not run yet.'}
      </p>
    )
  return (
    <>
      <table className="report-runs" aria-label="Runs">
        <thead>
          <tr>
            {templateId === undefined && <th scope="col">Report</th>}
            <th scope="col">Period</th>
            <th scope="col">State</th>
            <th scope="col">As of</th>
            <th scope="col">Files</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ id, from, to, state, as_of, files, error: why, digest, name }) => (
            <tr key={id}>
              {templateId === undefined && <td>{name}</td>}
              <td>
                <When at={from} /> – <When at={to} />
              </td>
              <td title={digest === null ? undefined : `SHA-256 of the numbers: ${digest}`}>
                {STATE_LABELS[state]}
                {why === null ? '' : `: ${why}`}
              </td>
              <td>
                <When at={as_of} />
              </td>
              <td>
                {files.map(({ format }) => (
                  <button
                    key={format}
                    type="button"
                    className="link-button"
                    aria-label={`Save ${name} as ${format.toUpperCase()}`}
                    onClick={() => void save.run(id, format)}
                  >
                    <IconDownload size={13} /> {format.toUpperCase()}
                  </button>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Refused fault={save.fault} />
    </>
  )
}
