import { Menu, Switch } from '@mantine/core'
import { IconAlertOctagon, IconAlertTriangle, IconMessage } from '@tabler/icons-react'
import type { Priority } from './priority.ts'

const CHOICES = [
  { priority: '', label: 'Standard', Icon: IconMessage },
  { priority: 'important', label: 'Important', Icon: IconAlertTriangle },
  { priority: 'urgent', label: 'Urgent', Icon: IconAlertOctagon },
] as const

type Props = {
  value: Priority
  onChange: (value: Priority) => void
  /** False where the server of the messages has no required acknowledgement. */
  canRequestAck: boolean
}
/** Chooses the priority of a message, and requests acknowledgement. */
export function PriorityMenu({ value, onChange, canRequestAck }: Props) {
  const isSet = value.priority !== '' || value.requestedAck
  return (
    <Menu position="top-start" shadow="md" width={250} closeOnItemClick={false}>
      <Menu.Target>
        <button
          type="button"
          className="composer-tool"
          data-set={isSet || undefined}
          aria-label="Priority"
          title="Priority and acknowledgement"
        >
          <IconAlertOctagon size={17} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Priority</Menu.Label>
        {CHOICES.map(({ priority, label, Icon }) => (
          <Menu.RadioItem
            key={priority}
            value={priority}
            checked={priority === value.priority}
            rightSection={<Icon size={15} aria-hidden />}
            onChange={() => onChange({ ...value, priority })}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <div className="priority-ack">
          <Switch
            size="sm"
            label="Request acknowledgement"
            description={
              canRequestAck
                ? 'Readers confirm with a button. You see who has not confirmed.'
                : 'This chat server does not support acknowledgements.'
            }
            disabled={!canRequestAck}
            checked={value.requestedAck}
            onChange={(event) => onChange({ ...value, requestedAck: event.currentTarget.checked })}
          />
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Names the priority of a message, with a sign of its own shape. */
export function PriorityBadge({ priority, requestedAck }: Priority) {
  const choice = CHOICES.find((one) => one.priority === priority)
  return (
    <>
      {choice !== undefined && choice.priority !== '' && (
        <span className="priority-badge" data-priority={priority}>
          <choice.Icon size={13} aria-hidden /> {choice.label}
        </span>
      )}
      {requestedAck && <span className="priority-badge">Acknowledgement requested</span>}
    </>
  )
}
