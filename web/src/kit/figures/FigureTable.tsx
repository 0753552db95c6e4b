import { BY_LABELS, MEASURE_LABELS, type Figure } from '@samudra/contract/figures'
import { Link } from 'react-router'

/** The groups of a figure with what they were before or usually are; every value leads to its list, except beside a chart. */
export function FigureTable({ figure, isBesideChart = false }: { figure: Figure; isBesideChart?: boolean }) {
  const { groups, by, measure, previous, baseline, total } = figure
  const isUsual = baseline?.enough === true
  return (
    <div className="figure-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{by === null ? '' : BY_LABELS[by]}</th>
            <th scope="col">{MEASURE_LABELS[measure]}</th>
            {previous !== null && <th scope="col">Previous</th>}
            {isUsual && <th scope="col">Baseline</th>}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, label, value, previous: was, usual, link }) => (
            <tr key={key}>
              <th scope="row">{label || 'Total'}</th>
              <td>
                {link === null || isBesideChart ? (
                  value.toLocaleString('en')
                ) : (
                  <Link to={link}>{value.toLocaleString('en')}</Link>
                )}
              </td>
              {previous !== null && <td>{was?.toLocaleString('en') ?? ''}</td>}
              {isUsual && <td>{usual === null ? '' : Math.round(usual.mean).toLocaleString('en')}</td>}
            </tr>
          ))}
        </tbody>
        {by !== null && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{total.toLocaleString('en')}</td>
              {previous !== null && <td>{previous.total.toLocaleString('en')}</td>}
              {isUsual && <td>{Math.round(baseline.total?.mean ?? 0).toLocaleString('en')}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
