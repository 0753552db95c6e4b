import type { ImportJob } from '@samudra/contract/exchange'
import { NA } from '../kit/quantity-text.ts'
import { When } from '../kit/When.tsx'

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
            <table>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Field</th>
                  <th scope="col">What is wrong</th>
                </tr>
              </thead>
              <tbody>
                {errors.map(({ line, field, why }, i) => (
                  <tr key={i}>
                    <td className="figures">{line}</td>
                    <td>{field}</td>
                    <td>{why}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
      {sample.length > 0 && (
        <details className="import-findings">
          <summary>First rows</summary>
          <div className="import-rows" role="region" tabIndex={0} aria-label="First rows of the file">
            <table>
              <thead>
                <tr>
                  <th scope="col">MMSI</th>
                  <th scope="col">Time</th>
                  <th scope="col">Latitude</th>
                  <th scope="col">Longitude</th>
                  <th scope="col">Speed, kn</th>
                  <th scope="col">Course</th>
                  <th scope="col">Source</th>
                </tr>
              </thead>
              <tbody>
                {sample.map((row, i) => (
                  <tr key={i} className="figures">
                    <td>{row.mmsi}</td>
                    <td>
                      <When at={row.observed_at} />
                    </td>
                    <td>{row.lat ?? NA}</td>
                    <td>{row.lon ?? NA}</td>
                    <td>{row.sog ?? NA}</td>
                    <td>{row.cog ?? NA}</td>
                    <td>{job.sources === 'IMPORT' || row.source === '' ? 'IMPORT' : row.source}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </>
  )
}
