import { DETECTED_EVENT_LABELS } from '@samudra/contract/labels'
import { DETECTED_TYPES } from '@samudra/contract/event-types'
import type { AisDetails } from '@samudra/contract/picture'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { When } from '../../../kit/text/When.tsx'
import { chooseLayer } from '../../../map/workbench/workbench.store.ts'
import { usePush } from '../../../wire/push.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'
import { DETECTED, openDetected } from './detected-open.store.ts'
import { useHeldDetected } from './detected.store.ts'

const FEW = 4

/** Lists recent detections of a vessel on its card, one line each; each opens on the map where it is shown. */
export function DetectedOfShip({
  details: { mmsi, split_id },
}: {
  details: Pick<AisDetails, 'mmsi' | 'split_id'>
}) {
  const { byId } = useHeldDetected()
  const makeStale = useStale()
  usePush(ruleResultsChanged, ({ results }) => {
    if (results.some((one) => one.mmsi === mmsi)) makeStale(getFilteredVesselEvents)
  })
  const { data } = useAnswer(getFilteredVesselEvents, {
    mmsis: [mmsi],
    split_id,
    types: [...DETECTED_TYPES],
    limit: FEW,
  })
  const found = data?.items.filter(({ detector }) => detector !== null) ?? []
  if (found.length === 0) return null
  return (
    <section className="card-visits" aria-label="Detected">
      <h3>Detected</h3>
      <ul>
        {found.map(({ id, title, status, start_at, end_at, created_at, explanation }) => (
          <li key={id} title={explanation ?? title}>
            {byId.has(id) ? (
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  chooseLayer(DETECTED, { visible: true, opacity: 1 })
                  openDetected(id)
                }}
              >
                {title}
              </button>
            ) : (
              <span>{title}</span>
            )}
            <span className="dim">
              {status === 'DETECTED' ? '' : `${DETECTED_EVENT_LABELS[status].toLowerCase()} · `}
              <When at={start_at} />
              {end_at !== null && (
                <>
                  {' to '}
                  <When at={end_at} />
                </>
              )}
              , detected <When at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
