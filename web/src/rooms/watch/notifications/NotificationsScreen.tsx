import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Checkbox, Select } from '@mantine/core'
import {
  channelsFor,
  getNoticeSettings,
  kindOf,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_SEVERITIES,
  updateNoticeSettings,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
  type NotificationSeverity,
} from '@samudra/contract/notifications'
import { Fragment, useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { ClockField } from '../../../kit/forms/ClockField.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { useSettings } from '../../../kit/settings.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { faultAt, useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { TestNotifications } from './TestNotifications.tsx'
import './notices.css'

/** Sets how notifications arrive: types by channel, quiet hours, digests, and a test. */
export function Component() {
  const answer = useAnswer(getNoticeSettings, {})
  return (
    <Page title="Notification settings" subtitle="Only for you, on all your screens">
      {answer.data === undefined ? (
        answer.isError ? (
          <Failed error={answer.error} onRetry={() => answer.refetch()} />
        ) : (
          <Waiting />
        )
      ) : (
        <div className="notice-settings">
          <Wishes key={answer.data.version} held={answer.data} />
          <TestNotifications />
        </div>
      )}
    </Page>
  )
}

const CHANNELS: Record<NotificationChannel, string> = {
  PAGE: 'Screen',
  SOUND: 'Sound',
  DIGEST: 'Digest',
  EMAIL: 'E-mail',
  WEBHOOK: 'Program',
}
/** Channels not available yet, shown so that users do not search for them. */
const ABSENT: readonly NotificationChannel[] = ['WEBHOOK']
const MAIL_NOTE =
  'E-mail collects notifications for a minute. Critical ones are sent at once, others after quiet hours.'
/** A mail about each new mail would lead to the next one, and new mails are listed in the mail alone. */
const isOfItself = (kind: NotificationKind, channel: NotificationChannel) =>
  kind === 'MAIL' && ['EMAIL', 'DIGEST'].includes(channel)
const BREAKS = [
  { value: 'CRITICAL', label: 'Critical notifications' },
  { value: 'WARNING', label: 'Warnings and critical notifications' },
]
const NIGHT = { from: '22:00', to: '06:00' }
const MORNING = '08:00'
const DIGESTS = [
  { value: '', label: 'Never' },
  { value: 'at', label: 'At a time of day' },
  ...[1, 2, 4, 6, 8, 12].map((hours) => ({
    value: String(hours),
    label: hours === 1 ? 'Every hour' : `Every ${hours} hours`,
  })),
]

function Wishes({ held }: { held: NotificationSettings }) {
  const [draft, setDraft] = useState(held)
  const zone = useSettings((settings) => settings['datetime.zone'])
  const email = useSession(({ user }) => user?.email ?? '')
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async () => {
    const { version: expected_version, ...wishes } = draft
    await call(updateNoticeSettings, { ...wishes, expected_version })
    stale(getNoticeSettings)
    toast('Notification settings are saved.', 'good')
  })
  const change = (part: Partial<NotificationSettings>) => setDraft((now) => ({ ...now, ...part }))
  const { quiet, digest, breaks } = draft
  return (
    <Form
      className="notice-wishes"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Matrix draft={draft} change={change} />
      <p className="notice-note">
        Without any channel there is no notification. Critical ones always appear on the screen, also in quiet
        hours. Digest stores a notification without a pop-up and sums it up with others. Other programs
        receive hits from rules with a webhook, which administrators add.
      </p>
      <p className="notice-note">
        {MAIL_NOTE}{' '}
        {email === ''
          ? 'E-mails go to your mailbox here.'
          : `E-mails go to ${email} if this installation sends mail outside, otherwise to your mailbox here.`}
      </p>
      <Checkbox
        size="xs"
        label={`Quiet hours (${zone}): notifications are stored without pop-up and sound`}
        checked={quiet !== null}
        onChange={({ currentTarget: { checked } }) => change({ quiet: checked ? NIGHT : null })}
      />
      {quiet !== null && (
        <div className="notice-wishes-hours">
          {(['from', 'to'] as const).map((end) => (
            <ClockField
              key={end}
              size="xs"
              label={end === 'from' ? 'From' : 'To'}
              value={quiet[end]}
              error={faultAt(fault, `quiet.${end}`) ?? null}
              onChange={(value) => change({ quiet: { ...quiet, [end]: value } })}
            />
          ))}
          <Select
            size="xs"
            label="Still play sounds"
            data={BREAKS}
            value={breaks}
            allowDeselect={false}
            onChange={(value) => change({ breaks: value as NotificationSettings['breaks'] })}
          />
        </div>
      )}
      <DigestTimes digest={digest} zone={zone} change={change} wrong={faultAt(fault, 'digest.at') ?? null} />
      <div className="notice-wishes-hours">
        <ActionButton type="submit" size="xs" isBusy={isBusy}>
          Save
        </ActionButton>
        <Refused fault={fault} />
      </div>
    </Form>
  )
}

type Change = (part: Partial<NotificationSettings>) => void

function DigestTimes(props: {
  digest: NotificationSettings['digest']
  zone: string
  wrong: string | null
  change: Change
}) {
  const { digest, zone, wrong, change } = props
  const value = digest === null ? '' : 'at' in digest ? 'at' : String(digest.every_h)
  return (
    <div className="notice-wishes-hours">
      <Select
        size="xs"
        label={`Digest (${zone})`}
        data={DIGESTS}
        value={value}
        allowDeselect={false}
        onChange={(chosen) =>
          change({
            digest: chosen === '' ? null : chosen === 'at' ? { at: MORNING } : { every_h: Number(chosen) },
          })
        }
      />
      {digest !== null && 'at' in digest && (
        <ClockField
          size="xs"
          label="At"
          value={digest.at}
          error={wrong}
          onChange={(at) => change({ digest: { at } })}
        />
      )}
    </div>
  )
}

/** Kind by severity by channel. */
function Matrix({ draft, change }: { draft: NotificationSettings; change: Change }) {
  const put = (
    kind: NotificationKind,
    severity: NotificationSeverity,
    channel: NotificationChannel,
    isOn: boolean,
  ) => {
    const now = channelsFor(draft, kind, severity)
    const after = NOTIFICATION_CHANNELS.filter((one) => (one === channel ? isOn : now.includes(one)))
    const digest = draft.digest ?? (channel === 'DIGEST' && isOn ? { at: MORNING } : null)
    change({
      channels: { ...draft.channels, [kind]: { ...draft.channels[kind], [severity]: after } },
      digest,
    })
  }
  return (
    <table className="notice-matrix">
      <caption>Channels by kind</caption>
      <thead>
        <tr>
          <th scope="col">Notice</th>
          <th scope="col">Severity</th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {CHANNELS[channel]}
              {ABSENT.includes(channel) && <small>not yet</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <Fragment key={kind}>
            {NOTIFICATION_SEVERITIES.map((severity, i) => (
              <tr key={severity}>
                {i === 0 && (
                  <th scope="rowgroup" rowSpan={NOTIFICATION_SEVERITIES.length}>
                    {kindOf(kind).label}
                  </th>
                )}
                <th scope="row">{SEVERITY_LABELS[severity]}</th>
                {NOTIFICATION_CHANNELS.map((channel) => (
                  <td key={channel}>
                    {ABSENT.includes(channel) || isOfItself(kind, channel) ? (
                      <span className="dim">–</span>
                    ) : (
                      <Checkbox
                        size="xs"
                        aria-label={`${kindOf(kind).label}, ${SEVERITY_LABELS[severity]}, ${CHANNELS[channel]}`}
                        checked={channelsFor(draft, kind, severity).includes(channel)}
                        disabled={severity === 'CRITICAL' && channel === 'PAGE'}
                        onChange={({ currentTarget: { checked } }) => put(kind, severity, channel, checked)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
