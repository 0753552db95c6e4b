import { ALERT_CONDITION_LABELS, ALERT_STATE_LABELS, OUTCOME_LABELS } from '@samudra/contract/labels'
import type { Alert } from '@samudra/contract/alerts'
import { WATCH_EMPTY } from '@samudra/contract/duties'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Explanation } from '../../../../map/explanation/Explanation.tsx'
import { TeamButtons } from '../../../../kit/share/TeamButtons.tsx'
import { SaveEvidence } from '../../../../map/chart/SaveEvidence.tsx'
import { UsualHere } from '../../../../map/explanation/UsualHere.tsx'
import { DUTIES } from '../../../../kit/pages/links.ts'
import { SeverityChip } from '../../../../kit/text/SeverityChip.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { useSession } from '../../../../wire/session.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import { LastTime } from './LastTime.tsx'
import { NowCalled } from '../desk/NowCalled.tsx'
import { WaysOfAlert } from './WaysOfAlert.tsx'
import { NotifiedUsers } from './NotifiedUsers.tsx'
import { ACTION_CHOICES, choicesOf, isOurs, shipsOf, type ActionChoice } from '../actions/action-choices.ts'

type Props = {
  of: Alert
  isBusy: boolean
  refusal: string | null
  onAction: (choice: ActionChoice) => void
  form: ReactNode
}
/** One alert: what, where, why and what was done with it; the ways on, and what may be done. */
export function AlertDetails({ of, isBusy, refusal, onAction: onActionOf, form }: Props) {
  const { position, explanation, mmsi } = of
  const userId = useSession(({ user }) => user?.id)
  const choices = choicesOf(of)
  return (
    <section className="details" aria-label={`${of.title}, ${shipsOf(of)}`}>
      <header>
        <h2>{of.title}</h2>
        <p>{of.text}</p>
        <p>
          <b>{shipsOf(of)}</b>
        </p>
        <NowCalled of={of} />
        {of.type === WATCH_EMPTY && <Link to={DUTIES}>Assign a duty</Link>}
      </header>
      {form ?? (
        <ActionButtons
          choices={choices}
          label="Actions"
          isBusy={isBusy}
          isNextOurs={choices[0] !== undefined && isOurs(choices[0], of, userId)}
          onAction={onActionOf}
        />
      )}
      {form === null && refusal !== null && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <Facts of={of} />
      <WaysOfAlert of={of} />
      <SaveEvidence kind="alert" id={of.id} />
      <div className="details-acts">
        <TeamButtons
          card={{ kind: 'alert', id: of.id, label: `${of.title}, ${shipsOf(of)}`.slice(0, 200) }}
        />
      </div>
      <LastTime of={of} />
      {explanation !== null && (
        <section aria-label="Why">
          <h3>Why</h3>
          <Explanation of={explanation} mmsi={mmsi} />
          {position !== null && of.icao24 === null && <UsualHere {...position} at={of.first_at} />}
        </section>
      )}
      <Comments of={of} />
      <NotifiedUsers of={of} />
    </section>
  )
}

function Facts({ of }: { of: Alert }) {
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        {ALERT_STATE_LABELS[of.state]}
        {of.disposition !== null && `: ${OUTCOME_LABELS[of.disposition]}`}
        {of.owner !== null && `, assigned to ${of.owner}`}
      </dd>
      <dt>Severity</dt>
      <dd>
        <SeverityChip severity={of.severity} />
      </dd>
      <dt>Condition</dt>
      <dd>
        {ALERT_CONDITION_LABELS[of.condition]}, from <When at={of.began_at} />
        {of.ended_at !== null && (
          <>
            {' to '}
            <When at={of.ended_at} />
            {of.condition === 'ACTIVE' && ', not received since'}
          </>
        )}
      </dd>
      {of.count > 1 && (
        <>
          <dt>Repeats</dt>
          <dd>{of.count} times</dd>
        </>
      )}
      <dt>Detected</dt>
      <dd>
        <When at={of.known_at} />
      </dd>
      {of.shelved_until !== null && (
        <>
          <dt>Shelved until</dt>
          <dd>
            <When at={of.shelved_until} /> by {of.shelved_by}
          </dd>
        </>
      )}
      {of.next_escalation_at !== null && (
        <>
          <dt>{of.escalation_level === 0 ? 'Escalates to the supervisor' : 'Next escalation'}</dt>
          <dd>
            <When at={of.next_escalation_at} />
          </dd>
        </>
      )}
      {of.feed_degraded && (
        <>
          <dt>Caution</dt>
          <dd>one of its sources was down</dd>
        </>
      )}
    </dl>
  )
}

const DONE_WORDS = Object.fromEntries(ACTION_CHOICES.map(({ action, done }) => [action, done]))
const Comments = ({ of: { comments } }: { of: Alert }) =>
  comments.length === 0 ? null : (
    <section aria-label="History">
      <h3>History</h3>
      <ol className="alert-comments">
        {comments.toReversed().map(({ at, by, action, text }, i) => (
          <li key={i}>
            <span className="dim">
              {DONE_WORDS[action]} by {by}, <When at={at} />
            </span>
            {text !== '' && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
