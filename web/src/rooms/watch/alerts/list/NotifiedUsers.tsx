import { getAlertNotices } from '@samudra/contract/alert-notifications'
import { alertsChanged, type Alert } from '@samudra/contract/alerts'
import { deliveryWords } from '../../../../kit/text/delivery-words.ts'
import { When } from '../../../../kit/text/When.tsx'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { useStaleSoon } from '../../../../wire/use-stale-soon.ts'

/** Lists users notified of an alert, and when it appeared on their screens; empty while there are none. */
export function NotifiedUsers({ of: { id } }: { of: Alert }) {
  const { data } = useAnswer(getAlertNotices, { id })
  const staleSoon = useStaleSoon(getAlertNotices)
  usePush(alertsChanged, (alerts) => {
    if (alerts.some((one) => one.id === id)) staleSoon()
  })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section aria-label="Notified users">
      <h3>Notified users</h3>
      <ul className="alert-comments">
        {items.map((one) => (
          <li key={`${one.at} ${one.username}`}>
            <b>{one.username}</b>, <When at={one.at} />
            <span className="dim">
              : {deliveryWords(one)}
              {one.read_at !== null && (
                <>
                  , read <When at={one.read_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
