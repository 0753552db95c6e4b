import { DETECTED_EVENT_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import type { VesselEvent } from '@samudra/contract/events'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { explainRuleResult, judgeRuleResult } from '@samudra/contract/rule-results'
import { Questioned } from '../../../kit/forms/QuestionButton.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { Anchored } from '../../../map/chart/Anchored.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { showShip } from '../../../map/workbench/workbench.store.ts'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'
import { openDetected, useDetected } from './detected-open.store.ts'
import { readDetected } from './detected.store.ts'
import { middleOf } from './event-layers.ts'
import { EventMark } from './EventMark.tsx'
import { shipWords } from '../../../map/ship-name.ts'
import { TeamButtons } from '../../../kit/share/TeamButtons.tsx'
import { SaveEvidence } from '../../../map/chart/SaveEvidence.tsx'
import { UsualHere } from '../../../map/explanation/UsualHere.tsx'
import { Explanation } from '../../../map/explanation/Explanation.tsx'

/** Shows a clicked detection: what, when and why; it is confirmed or disputed here. */
export function DetectedPopup({ chart }: { chart: Chart }) {
  const event = useDetected(({ open, byId }) => (open === null ? undefined : byId.get(open)))
  if (event === undefined) return null
  const [lon, lat] = middleOf(event)
  return (
    <Anchored
      key={event.id}
      chart={chart}
      lon={lon}
      lat={lat}
      label={event.title}
      onClose={() => openDetected(null)}
    >
      <h3>
        <EventMark category={event.category} isHollow={event.status !== 'CONFIRMED'} /> {event.title}
      </h3>
      <p>{event.text}</p>
      <p>
        {DETECTED_EVENT_LABELS[event.status]} · severity {event.severity.toLowerCase()}
        <br />
        <When at={event.start_at} />
        {event.end_at !== null && (
          <>
            {' to '}
            <When at={event.end_at} />
          </>
        )}
        <br />
        Detected <When at={event.created_at} />
      </p>
      <p>
        {event.mmsis.map((mmsi) => (
          <button
            key={mmsi}
            type="button"
            className="link-button"
            onClick={() => showShip({ mmsi, split: 0 })}
          >
            {shipWords(mmsi)}
          </button>
        ))}
      </p>
      <Why event={event} />
      <Judge event={event} />
      <SaveEvidence kind="event" id={event.id} />
      <TeamButtons card={{ kind: 'event', id: event.id, label: event.title }} />
    </Anchored>
  )
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`)
type Often = { this_ship: number; here: number | null; days: number }
const oftenWords = ({ this_ship, here, days }: Often) =>
  `In ${days} days ${timesText(this_ship)} with this vessel${here === null ? '' : `, ${timesText(here)} in these waters`}.`

function Why({ event }: { event: VesselEvent }) {
  const makeStale = useStale()
  usePush(ruleResultsChanged, ({ results }) => {
    if (results.some(({ id }) => id === event.id)) makeStale(explainRuleResult)
  })
  const { data, error, refetch } = useAnswer(explainRuleResult, { id: event.id })
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />
  const { recomputed, how_often, result } = data
  const [lon, lat] = middleOf(event)
  const shown = result.explanation ?? recomputed.explanation
  return (
    <section className="detected-why" aria-label="Why">
      {result.judged_by !== null && (
        <p className="dim">
          {result.judgement === 'DISPUTED' ? 'Disputed' : 'Confirmed'} by {result.judged_by}:{' '}
          {result.judged_reason}
        </p>
      )}
      {shown !== null && <Explanation of={shown} mmsi={event.mmsis[0] ?? ''} />}
      <p className="dim">
        {oftenWords(how_often)} {recomputed.why}
      </p>
      <UsualHere latitude={lat} longitude={lon} at={result.first_at} />
    </section>
  )
}

function Judge({ event }: { event: VesselEvent }) {
  const judge = (judgement: 'CONFIRMED' | 'DISPUTED') => async (reason: string) => {
    await call(judgeRuleResult, { id: event.id, judgement, reason })
    await readDetected()
  }
  return (
    <div className="event-buttons">
      <Questioned
        question={{
          title: `Confirm: ${event.title}?`,
          text: 'Confirmed. Users see on the vessel that it was confirmed.',
          act: 'Confirm',
          needsReason: true,
          isGrave: false,
        }}
        act={judge('CONFIRMED')}
        renderButton={(ask) => (
          <Button size="compact-xs" disabled={event.status === 'CONFIRMED'} onClick={ask}>
            Confirm…
          </Button>
        )}
      />
      <Questioned
        question={{
          title: `Dispute: ${event.title}?`,
          text: 'Mark as false. With its present settings, this detector will not report it again for this vessel.',
          act: 'Dispute',
          needsReason: true,
          isGrave: false,
        }}
        act={judge('DISPUTED')}
        renderButton={(ask) => (
          <Button size="compact-xs" variant="default" disabled={event.status === 'DISPUTED'} onClick={ask}>
            Dispute…
          </Button>
        )}
      />
    </div>
  )
}
