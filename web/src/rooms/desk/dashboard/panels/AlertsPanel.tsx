import type { AlertState } from '@samudra/contract/alert-workflow'
import { getFigure, type Figure } from '@samudra/contract/figures'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import type { PanelProps } from './FigurePanel.tsx'
import { FigureFrame } from './FigureFrame.tsx'

const REFRESH_MS = 30_000
const OPEN: AlertState[] = ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS', 'SHELVED']

/** Open alerts of the period by state and by age. */
export function AlertsPanel({ panel, period, tools }: PanelProps) {
  const { from, to } = period
  const open = { measure: 'alerts', states: OPEN, from, to } as const
  const options = { keep: true, everyMs: REFRESH_MS }
  const states = useAnswer(getFigure, { ...open, by: 'state' }, options)
  const ages = useAnswer(getFigure, { ...open, by: 'age' }, options)
  const error = states.error ?? ages.error
  return (
    <FigureFrame
      panel={panel}
      tools={tools}
      link={states.data?.link ?? ALERTS}
      sub={states.data?.total.toLocaleString('en')}
      about={states.data?.query}
    >
      {states.data === undefined || ages.data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failed error={error} onRetry={() => Promise.all([states.refetch(), ages.refetch()])} />
        )
      ) : (
        <div className="alert-bars">
          <Bars name="State" figure={states.data} />
          <Bars name="Age" figure={ages.data} />
        </div>
      )}
    </FigureFrame>
  )
}

function Bars({ name, figure }: { name: string; figure: Figure }) {
  const most = Math.max(1, ...figure.groups.map(({ value }) => value))
  return (
    <table>
      <caption>{name}</caption>
      <tbody>
        {figure.groups.length === 0 && (
          <tr>
            <td>None open</td>
          </tr>
        )}
        {figure.groups.map(({ key, label, value, link }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{link === null ? value : <Link to={link}>{value.toLocaleString('en')}</Link>}</td>
            <td className="bar-cell" aria-hidden="true">
              <i style={{ width: `${(value / most) * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
