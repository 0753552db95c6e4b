import { Select } from '@mantine/core'
import { SEVERITY_LABELS } from '@samudra/contract/labels'
import {
  notificationPush,
  NOTIFICATION_SEVERITIES,
  testNotice,
  type NotificationSeverity,
} from '@samudra/contract/notifications'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { useTones } from '../../../kit/tones.ts'

type Outcome = Extract<ReturnType<typeof testNotice.output>, { ok: true }>['value']
const SEVERITIES = NOTIFICATION_SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))
const CHANNELS: Record<Outcome['channels'][number]['channel'], string> = {
  PAGE: 'Screen',
  SOUND: 'Sound',
  DIGEST: 'Digest',
  EMAIL: 'E-mail',
  WEBHOOK: 'Program',
}

/** Sends a test by every channel and shows what arrived here. */
export function TestNotifications() {
  const [severity, setSeverity] = useState<NotificationSeverity>('WARNING')
  const [outcome, setOutcome] = useState<(Outcome & { sentAt: number }) | null>(null)
  const [arrived, setArrived] = useState<ReadonlyMap<string, number>>(new Map())
  const isSounding = useSettings(({ sound }) => sound)
  const isAllowed = useTones((state) => state.isAllowed)
  usePush(notificationPush, ({ notice }) => {
    if (notice.kind === 'TEST') setArrived((known) => new Map(known).set(notice.id, performance.now()))
  })
  const { run, isBusy, fault } = useAction(async () => {
    const sentAt = performance.now()
    setOutcome({ ...(await call(testNotice, { severity })), sentAt })
  })
  const at = outcome === null ? undefined : arrived.get(outcome.id)
  const cameBy = (channel: Outcome['channels'][number]['channel']) => {
    if (at === undefined || outcome === null) return ''
    if (channel === 'PAGE') return ` Arrived here after ${Math.round(at - outcome.sentAt)} ms.`
    if (channel !== 'SOUND') return ''
    if (!isSounding) return ' Not played: sounds are off in your account.'
    return isAllowed ? ' Played here.' : ' Not played: click on this page first.'
  }
  return (
    <section className="notice-wishes" aria-label="Test notifications">
      <h2>Try it</h2>
      <p className="notice-note">Sent on all channels, ignoring quiet hours.</p>
      <div className="notice-wishes-hours">
        <Select
          size="xs"
          label="Severity"
          data={SEVERITIES}
          value={severity}
          allowDeselect={false}
          onChange={(value) => setSeverity(value as NotificationSeverity)}
        />
        <ActionButton size="xs" variant="default" isBusy={isBusy} onClick={() => run()}>
          Send test
        </ActionButton>
        <span role="alert">{fault?.message}</span>
      </div>
      {/* Below what is pressed: it changes with the first click, and nothing may move under the pointer. */}
      <p className="notice-note">
        {isAllowed
          ? 'Sounds can be played on this page.'
          : 'A browser plays sounds only after a click or a key on the page.'}
      </p>
      {outcome !== null && (
        <dl className="notice-outcome" role="status">
          {outcome.channels.map(({ channel, state, why }) => (
            <div key={channel} data-state={state}>
              <dt>{CHANNELS[channel]}</dt>
              <dd>
                {state === 'NOT_THERE' ? 'Not received yet.' : why}
                {cameBy(channel)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
