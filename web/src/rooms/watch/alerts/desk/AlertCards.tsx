import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import type { AlertMark } from '@samudra/contract/alert-marks'
import { getAlerts } from '@samudra/contract/alerts'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { useIsReplayed } from '../../../../time/clock.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { ACTION_CHOICES, shipsOf } from '../actions/action-choices.ts'
import { useHeldMarks, useMarks } from '../marks.store.ts'
import { graveIn } from './sounds.ts'
import { useAlertActions } from '../actions/use-alert-actions.ts'
import { useWatch } from './use-watch.ts'
import './alert-cards.css'

/** Cards shown at a time, so that the screen stays usable; further alerts are counted below and follow. */
const MOST_CARDS = 1

/** High and critical alerts that no user has taken, on every screen of a user on watch until they are acknowledged. */
export function AlertCards() {
  const { marks } = useHeldMarks()
  const watch = useWatch()
  const isReplayed = useIsReplayed()
  if (watch?.mine == null) return null
  const grave = graveIn(marks.values())
  if (grave.length === 0) return null
  const more = grave.length - MOST_CARDS
  return (
    <aside className="alert-cards" aria-label="Alerts to acknowledge">
      {isReplayed && <p className="alert-cards-live">Live alert, not from the replay on the map.</p>}
      {grave.slice(0, MOST_CARDS).map((mark) => (
        <AlertCard key={mark.id} of={mark} />
      ))}
      {more > 0 && (
        <Link className="alert-cards-more" to={ALERTS}>
          {countWords(more, 'more severe alert', 'more severe alerts')}
        </Link>
      )}
    </aside>
  )
}

const ACK = ACTION_CHOICES.find(({ action }) => action === 'ACK')!
function AlertCard({ of: { id, severity, title, known_at } }: { of: AlertMark }) {
  const pushed = useMarks((held) => held.pushed.get(id))
  const { data } = useAnswer(getAlerts, { id, limit: 1 }, { enabled: pushed === undefined })
  const alert = pushed ?? data?.items[0]
  const { run, isBusy, fault } = useAlertActions()
  return (
    <section
      className="alert-card"
      role="alert"
      aria-label={`${SEVERITY_LABELS[severity]}: ${title}`}
      data-severity={severity}
    >
      <header>
        <b>{title}</b>
        <Ago at={known_at} suffix="" />
      </header>
      {alert !== undefined && (
        <>
          <p>{shipsOf(alert)}</p>
          <p className="dim">{alert.text}</p>
        </>
      )}
      {fault !== null && <p className="refusal">{fault.message}</p>}
      <div className="details-acts">
        <Button
          size="xs"
          disabled={alert === undefined || isBusy}
          onClick={() => alert !== undefined && void run(alert, ACK, {})}
        >
          Acknowledge
        </Button>
        <Button size="xs" variant="default" component={Link} to={`${ALERTS}?open=${encodeURIComponent(id)}`}>
          Open
        </Button>
      </div>
    </section>
  )
}
