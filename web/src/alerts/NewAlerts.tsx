import { alertsChanged, getAlerts } from '@samudra/contract/alerts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ALERTS } from '../kit/links.ts'
import { countWords } from '../kit/quantity-text.ts'
import { usePush } from '../wire/push.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { useStaleSoon } from '../wire/use-stale-soon.ts'
import './new-alerts.css'

/** How many alerts nobody has taken up, on every screen; the way to them. */
export function NewAlerts() {
  usePush(alertsChanged, useStaleSoon(getAlerts))
  const { data } = useAnswer(getAlerts, { state: 'NEW', limit: 1 }, { keep: true })
  if (data === undefined || data.total === 0) return null
  const { CRITICAL = 0, HIGH = 0 } = data.counts.severity
  return (
    <Link
      className="bar-button new-alerts"
      to={ALERTS}
      aria-label={countWords(data.total, 'new alert')}
      data-grave={CRITICAL + HIGH > 0 || undefined}
    >
      <IconAlertTriangle size={15} aria-hidden />
      <span className="figures">{data.total}</span>
    </Link>
  )
}
