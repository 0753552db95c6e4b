import { ALERT_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import type { AlertMark } from '@samudra/contract/alert-marks'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { When } from '../../../../kit/text/When.tsx'
import { ACTION_CHOICES } from '../actions/action-choices.ts'
import { useAlertActions } from '../actions/use-alert-actions.ts'

const ACK = ACTION_CHOICES.find(({ action }) => action === 'ACK')!

type Props = { marks: readonly AlertMark[]; isPast: boolean }
/** Alerts as lines: how grave, what, since when and who has it; taken up here, or opened. */
export const MarkedAlerts = ({ marks, isPast }: Props) => (
  <ul className="marked-alerts">
    {marks.map((mark) => (
      <Line key={mark.id} mark={mark} isPast={isPast} />
    ))}
  </ul>
)

function Line({ mark, isPast }: { mark: AlertMark; isPast: boolean }) {
  const { run, isBusy, fault } = useAlertActions()
  const { id, severity, title, state, owner, known_at } = mark
  const isGrave = severity === 'CRITICAL' || severity === 'HIGH'
  return (
    <li>
      <span>
        <b data-grave={(isGrave && state === 'NEW') || undefined}>{SEVERITY_LABELS[severity]}</b>{' '}
        <Link to={`${ALERTS}?state=${state}&open=${id}`}>{title}</Link>
      </span>
      <span className="dim">
        {owner === null ? 'unassigned' : `${ALERT_STATE_LABELS[state]}, assigned to ${owner}`},{' '}
        <When at={known_at} />
      </span>
      {!isPast && state === 'NEW' && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          onClick={() => void run({ ...mark, ship_name: null }, ACK, {})}
        >
          {ACK.word}
        </Button>
      )}
      {fault !== null && <span role="alert">{fault.message}</span>}
    </li>
  )
}
