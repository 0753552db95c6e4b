import { Menu, Switch } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { toast } from '../../../../kit/toasts.ts'
import { useChatOptions } from '../chat-options.store.ts'
import { attempt } from '../post/post-actions.ts'
import { markAllRead } from '../state/conversations.ts'

/** Sound and desktop notifications of the chat in this browser. */
export function ChatOptionsMenu() {
  const isSilent = useChatOptions((state) => state.isSilent)
  const isDesktop = useChatOptions((state) => state.isDesktop)
  return (
    <Menu position="bottom-end" shadow="md" width={280} closeOnItemClick={false}>
      <Menu.Target>
        <button
          type="button"
          className="icon-button"
          aria-label="Notifications"
          title="Sound and notifications"
        >
          <IconBell size={17} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="chat-options">
          <Switch
            size="sm"
            label="Message sound"
            description="In one window of this browser, at most every 2 seconds."
            checked={!isSilent}
            onChange={(event) => useChatOptions.setState({ isSilent: !event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label="Desktop notifications"
            description="While no window of Samudra is in front."
            checked={isDesktop}
            onChange={(event) => void setDesktop(event.currentTarget.checked)}
          />
        </div>
        <Menu.Divider />
        <Menu.Item rightSection={<kbd className="key">Shift Esc</kbd>} onClick={() => attempt(markAllRead())}>
          Mark all as read
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Requests the browser's permission, from the press of a button. */
async function setDesktop(isWanted: boolean): Promise<void> {
  if (!isWanted) return useChatOptions.setState({ isDesktop: false })
  if (!('Notification' in window))
    return toast('This browser shows no notifications for this address; they need https.', 'bad')
  const permission = await Notification.requestPermission()
  if (permission === 'granted') return useChatOptions.setState({ isDesktop: true })
  toast('The browser blocks notifications. Allow them for this address in its settings.', 'bad')
}
