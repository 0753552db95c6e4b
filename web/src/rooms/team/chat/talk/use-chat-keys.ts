import { useEffect, useEffectEvent } from 'react'
import { useChatPlace } from '../chat-place.ts'
import { attempt } from '../post/post-actions.ts'
import { neighbourOf, sectionsOf } from '../state/channel-order.ts'
import { chatNow } from '../state/chat.store.ts'
import { markAllRead, markRead } from '../state/conversations.ts'

/** Keys of the chat: Alt with arrows changes the channel, with Shift to an unread one; Escape marks as read. */
export function useChatKeys() {
  const { channelId, openChannel, panel, setPanel } = useChatPlace()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      const next = neighbour(channelId, event.key === 'ArrowDown' ? 1 : -1, event.shiftKey)
      if (next !== null) openChannel(next)
    }
    if (event.key !== 'Escape' || isInDialog(event.target)) return
    if (event.shiftKey) attempt(markAllRead())
    else if (panel !== null) setPanel(null)
    else if (channelId !== null) attempt(markRead(channelId))
  })
  useEffect(() => {
    // A list that is open takes Escape for itself, and is closed when the key arrives here.
    let isOfList = false
    const before = ({ target }: KeyboardEvent) => {
      isOfList = target instanceof Element && target.matches('[aria-expanded=true]')
    }
    const after = (event: KeyboardEvent) => !isOfList && press(event)
    window.addEventListener('keydown', before, { capture: true })
    window.addEventListener('keydown', after)
    return () => {
      window.removeEventListener('keydown', before, { capture: true })
      window.removeEventListener('keydown', after)
    }
  }, [])
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null

function neighbour(from: string | null, step: 1 | -1, isUnread: boolean): string | null {
  const { channels, members, me, statuses } = chatNow()
  const mine = Object.values(channels).filter(
    ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
  )
  const listed = sectionsOf(mine, { me, statuses }).flatMap((section) => section.channels)
  return neighbourOf(listed, members, { from, step, isUnread })?.id ?? null
}
