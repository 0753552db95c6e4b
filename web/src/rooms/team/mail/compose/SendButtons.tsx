import { Menu, Modal } from '@mantine/core'
import { IconChevronDown, IconClockHour4 } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { serverNow } from '../../../../wire/transport.ts'

const HOUR_MS = 3_600_000
type Props = { isReady: boolean; why: string; onSend: (sendAt: string | null) => void }

/** Sends now, or at a chosen time. */
export function SendButtons({ isReady, why, onSend }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <span className="mail-send">
      <ActionButton size="sm" type="submit" disabled={!isReady} title={isReady ? 'Send (Ctrl+Enter)' : why}>
        Send
      </ActionButton>
      <Menu position="top-start" shadow="md">
        <Menu.Target>
          <button
            type="button"
            className="icon-button"
            aria-label="Send later"
            title="Send later"
            disabled={!isReady}
          >
            <IconChevronDown size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSend(new Date(serverNow() + HOUR_MS).toISOString())}>
            In 1 hour
          </Menu.Item>
          <Menu.Item onClick={() => onSend(new Date(serverNow() + 8 * HOUR_MS).toISOString())}>
            In 8 hours
          </Menu.Item>
          <Menu.Item leftSection={<IconClockHour4 size={15} />} onClick={() => setChoosing(true)}>
            Choose a time
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isChoosing} onClose={() => setChoosing(false)} title="Send later" size="xs" centered>
        {isChoosing && <Later onSend={onSend} />}
      </Modal>
    </span>
  )
}

function Later({ onSend }: { onSend: Props['onSend'] }) {
  const [at, setAt] = useState<number | null>(() => Math.ceil((serverNow() + HOUR_MS) / HOUR_MS) * HOUR_MS)
  const isLater = at !== null && at > serverNow()
  return (
    <div>
      <TimeField label="Time" value={at} onChange={setAt} />
      <ActionButton
        mt="md"
        disabled={!isLater}
        onClick={() => at !== null && onSend(new Date(at).toISOString())}
      >
        Send at this time
      </ActionButton>
    </div>
  )
}
