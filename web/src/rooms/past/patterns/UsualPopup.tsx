import { getUsual } from '@samudra/contract/patterns'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { Anchored } from '../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { asOfParameters } from '../../../time/clock.store.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { closeUsual, useUsualPlace } from './place.store.ts'
import { ResetPatterns } from './ResetPatterns.tsx'
import { UsualBars } from './UsualBars.tsx'
import './habits.css'

/** Shows the baseline of vessels in the quarter degree around a place, and which sources would receive them there. */
export function UsualPopup({ chart }: { chart: Chart }) {
  const request = useUsualPlace((state) => state.query)
  if (request === null) return null
  return (
    <Anchored
      key={`${request.lat} ${request.lon}`}
      chart={chart}
      lon={request.lon}
      lat={request.lat}
      label="Baseline here"
      onClose={closeUsual}
    >
      <h3>Baseline here</h3>
      <Usual latitude={request.lat} longitude={request.lon} />
    </Anchored>
  )
}

function Usual(place: { latitude: number; longitude: number }) {
  const past = asOfParameters()
  const { data, error, refetch } = useAnswer(getUsual, { ...place, ...past })
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />
  return (
    <div className="usual-place">
      {data.days === 0 ? (
        <p className="dim">No baseline yet; available after one full day.</p>
      ) : data.usual === null ? (
        <p className="dim">Learned from sources that you cannot see.</p>
      ) : (
        <>
          <UsualBars usual={data.usual} hours="Vessels received, by hour UTC" />
          <p className="dim">Of {data.days === 1 ? 'one day' : `${data.days} days`} in a cell of 0.25°.</p>
        </>
      )}
      <Heard coverage={data.coverage} />
      {past.as_of === undefined && (
        <ResetPatterns of={place} name="these waters" resets={data.resets} isLearned={data.days > 0} />
      )}
    </div>
  )
}

/** Lists each source with the lowest and highest share of vessels it receives there, by hour of the day. */
function Heard({ coverage }: { coverage: readonly { source: string; share: (number | null)[] }[] }) {
  if (coverage.length === 0) return <p className="dim">No source received reports from here.</p>
  return (
    <ul className="usual-heard" aria-label="Received here">
      {coverage.map(({ source, share }) => {
        const known = share.filter((one) => one !== null)
        const percent = (value: number) => Math.round(value * 100)
        return (
          <li key={source}>
            {source}{' '}
            <span className="dim">
              {known.length === 0
                ? 'too few reports'
                : `receives vessels ${percent(Math.min(...known))} to ${percent(Math.max(...known))} % of the time`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
