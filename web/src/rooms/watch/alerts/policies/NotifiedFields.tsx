import { MultiSelect } from '@mantine/core'
import {
  ALERT_CHANNEL_LABELS,
  ALERT_CHANNELS,
  type AlertAudience,
  type AlertChannel,
} from '@samudra/contract/alert-audience'
import { DUTY_ROLES } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { RecipientsPicker } from '../../../../kit/forms/PeoplePicker.tsx'

const ON_DUTY = DUTY_ROLES.map((value) => ({ value, label: `${DUTY_ROLE_LABELS[value]} on duty` }))
const CHANNELS = ALERT_CHANNELS.map((value) => ({ value, label: ALERT_CHANNEL_LABELS[value] }))

/** Users, groups and duties to notify, and the channels by which they are notified. */
export const NotifiedFields = (props: {
  label: string
  audience: AlertAudience
  channels: readonly AlertChannel[]
  fault?: string | undefined
  onChange: (part: { audience?: AlertAudience; channels?: AlertChannel[] }) => void
}) => {
  const { label, audience, channels, fault, onChange } = props
  return (
    <>
      <RecipientsPicker
        size="xs"
        label={label}
        roles={ON_DUTY}
        value={{ users: audience.users, groups: audience.groups, roles: audience.duty_roles }}
        error={fault}
        onChange={({ users, groups, roles }) =>
          onChange({
            audience: { users, groups, duty_roles: DUTY_ROLES.filter((role) => roles.includes(role)) },
          })
        }
      />
      <MultiSelect
        size="xs"
        label="By"
        placeholder={channels.length === 0 ? 'as set by each user' : ''}
        data={CHANNELS}
        value={[...channels]}
        onChange={(chosen) =>
          onChange({ channels: ALERT_CHANNELS.filter((channel) => chosen.includes(channel)) })
        }
      />
    </>
  )
}
