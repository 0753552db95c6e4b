import { getSourceWiseStatus, type SourceStatus } from '@samudra/contract/feeds'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import type { PanelProps } from './FigurePanel.tsx'
import { FigureFrame } from './FigureFrame.tsx'

const REFRESH_MS = 15_000
const STATES: Record<SourceStatus['state'], string> = {
  UP: 'Up',
  SLOW: 'Slow',
  STALE: 'Stale',
  DOWN: 'Down',
  PAUSED: 'Paused',
}

/** The sources with state, rate beside what is usual, and age of the last message; those in trouble first. */
export function FeedsPanel({ panel, tools }: PanelProps) {
  const { data, error, refetch } = useAnswer(getSourceWiseStatus, {}, { keep: true, everyMs: REFRESH_MS })
  const sorted = [...(data ?? [])].sort((a, b) => Number(a.state === 'UP') - Number(b.state === 'UP'))
  return (
    <FigureFrame panel={panel} tools={tools} sub={data === undefined ? undefined : upText(data)}>
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Failed error={error} onRetry={refetch} />
        )
      ) : data.length === 0 ? (
        <Nothing title="No feed yet" hint="An administrator adds feeds." />
      ) : (
        <div className="figure-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">State</th>
                <th scope="col">A minute</th>
                <th scope="col">Usual</th>
                <th scope="col">Last</th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ source, state, rate_per_min, baseline_rate, last_message_at }) => (
                <tr key={source}>
                  <th scope="row">{source}</th>
                  <td>
                    <span className="feed-state" data-state={state}>
                      {STATES[state]}
                    </span>
                  </td>
                  <td>{Math.round(rate_per_min).toLocaleString('en')}</td>
                  <td>{baseline_rate === 0 ? '' : Math.round(baseline_rate).toLocaleString('en')}</td>
                  <td>{last_message_at === null ? 'never' : <Ago at={last_message_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FigureFrame>
  )
}
const upText = (all: readonly SourceStatus[]) =>
  `${all.filter(({ state }) => state === 'UP').length} of ${all.length} up`
