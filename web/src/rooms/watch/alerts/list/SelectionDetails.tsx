import { ALERT_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import { TRANSITIONS } from '@samudra/contract/alert-workflow'
import type { Alert } from '@samudra/contract/alerts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { ACTION_CHOICES, isDecision, shipsOf } from '../actions/action-choices.ts'
import { ManyActions } from './ManyActions.tsx'
import { useKey } from '../actions/use-key.ts'
import { useManyAction } from '../actions/use-many-action.ts'

type Props = { alerts: readonly Alert[]; onClear: () => void; onDecided: () => void }
/** Several selected alerts, and the actions for all of them; an action leaves out those that it does not fit. */
export function SelectionDetails({ alerts, onClear, onDecided }: Props) {
  const doing = useManyAction()
  const choices = ACTION_CHOICES.filter(({ action }) =>
    alerts.some(({ state }) => TRANSITIONS[action].from.includes(state)),
  )
  useKey((key) => {
    if (key === 'escape') onClear()
  })
  const words = countWords(alerts.length, 'alert')
  return (
    <section className="details" aria-label={`${words} selected`}>
      <header>
        <h2>{words} selected</h2>
        <p className="dim">
          <kbd>Esc</kbd> clears the selection. An action applies to the alerts that it fits.
        </p>
      </header>
      <ManyActions
        choices={choices}
        label="Actions for the selection"
        of={words}
        doing={doing}
        run={async (choice, values) => {
          const isDone = await doing.run({ alerts }, choice, values)
          if (isDone && isDecision(choice)) onDecided()
          return isDone
        }}
      />
      <ul className="selected-alerts">
        {alerts.map((alert) => (
          <li key={alert.id}>
            {alert.title}, {shipsOf(alert)}
            <span className="dim">
              {' '}
              {SEVERITY_LABELS[alert.severity]}, {ALERT_STATE_LABELS[alert.state].toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
