import { getHabits } from '@samudra/contract/patterns'
import type { WholeVessel } from '@samudra/contract/vessels'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useAnswer } from '../../../wire/use-answer.ts'
import { ResetPatterns } from './ResetPatterns.tsx'
import { UsualBars } from './UsualBars.tsx'
import './habits.css'

/** Shows the pattern of life of a vessel, with which rules compare it. */
export function VesselPatterns({
  vessel: { mmsi, ship_name },
  asOf,
}: {
  vessel: WholeVessel
  asOf: string | undefined
}) {
  const answer = useAnswer(
    getHabits,
    { mmsi: mmsi ?? '', ...(asOf === undefined ? {} : { as_of: asOf }) },
    { enabled: mmsi !== null },
  )
  if (mmsi === null) return <p className="dim">No baseline: no reports received.</p>
  const { data, error } = answer
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => answer.refetch()} />
  return (
    <>
      {data.days === 0 ? (
        <p className="dim">No baseline yet; available after one full day.</p>
      ) : data.usual === null ? (
        <p className="dim">Learned from sources that you cannot see.</p>
      ) : (
        <UsualBars usual={data.usual} hours="Days received, by hour UTC" />
      )}
      {data.days > 0 && (
        <p className="dim">
          Of {data.days} {data.days === 1 ? 'day' : 'days'} in {data.places.length} places
          {data.from !== null && (
            <>
              {' since '}
              <When at={data.from} />
            </>
          )}
          . Rules compare the vessel with this baseline.
        </p>
      )}
      {asOf === undefined && (
        <ResetPatterns
          of={{ mmsi }}
          name={ship_name ?? `MMSI ${mmsi}`}
          resets={data.resets}
          isLearned={data.days > 0}
        />
      )}
    </>
  )
}
