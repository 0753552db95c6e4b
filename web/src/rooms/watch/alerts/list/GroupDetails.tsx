import { ALERT_STATE_LABELS } from '@samudra/contract/labels'
import { TRANSITIONS } from '@samudra/contract/alert-workflow'
import { getAlerts, type AlertGroup } from '@samudra/contract/alerts'
import type { ReactNode } from 'react'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { SeverityChip } from '../../../../kit/text/SeverityChip.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { ACTION_CHOICES, type ActionChoice } from '../actions/action-choices.ts'
import { ManyActions } from './ManyActions.tsx'
import { useManyAction } from '../actions/use-many-action.ts'

/** Actions for a whole group. */
const OF_ALL: readonly ActionChoice['action'][] = ['ACK', 'START', 'RESOLVE', 'DISMISS', 'SHELVE', 'REOPEN']
const WHAT: Readonly<Record<AlertGroup['kind'], string>> = {
  FLOOD: 'Alert burst.',
  JAM: 'Several vessels reported one impossible place at about the same time.',
}

type Props = { of: AlertGroup; text: string | null; map: ReactNode }
/** A group as a whole: what it is, and what may be done with all of it; `text` is that of the alert of a jam itself. */
export function GroupDetails({ of, text, map }: Props) {
  const { data } = useAnswer(getAlerts, { group: of.group_key, limit: 1 }, { keep: true })
  const states = Object.entries(data?.counts.state ?? {}) as [keyof typeof ALERT_STATE_LABELS, number][]
  const doing = useManyAction()
  const choices = ACTION_CHOICES.filter(
    ({ action }) =>
      OF_ALL.includes(action) && states.some(([state]) => TRANSITIONS[action].from.includes(state)),
  )
  return (
    <>
      {map}
      <section className="details" aria-label={`Group, ${of.title}`}>
        <header>
          <h2>{of.title}</h2>
          <p>{text ?? WHAT[of.kind]}</p>
          <p>
            <b>{countWords(of.alerts, 'alert')} in one group</b>
          </p>
        </header>
        <ManyActions
          choices={choices}
          label="Actions for all"
          of="all"
          doing={doing}
          run={(choice, values) => doing.run({ group: of.group_key }, choice, values)}
        />
        <dl className="facts">
          {states.map(([state, count]) => [
            <dt key={state}>{ALERT_STATE_LABELS[state]}</dt>,
            <dd key={`${state} count`}>{countText(count)}</dd>,
          ])}
          <dt>Severity</dt>
          <dd>
            <SeverityChip severity={of.severity} />
          </dd>
          <dt>Start</dt>
          <dd>
            <When at={of.began_at} />
          </dd>
          <dt>End</dt>
          <dd>{of.ended_at === null ? 'not yet' : <When at={of.ended_at} />}</dd>
          <dt>First detected</dt>
          <dd>
            <When at={of.known_at} />
          </dd>
        </dl>
        {states.some(([state]) => state === 'NEW') && (
          <p className="dim">
            <kbd>J</kbd> opens an alert of the group in the list.
          </p>
        )}
      </section>
    </>
  )
}
