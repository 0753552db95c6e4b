import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { FORUM } from '../../rooms/team/forum/forum-links.ts'
import { ACTION_CHOICES } from '../../rooms/watch/alerts/actions/action-choices.ts'
import { CHAT, ALERTS, MAIL } from '../../kit/pages/links.ts'

type Keys = readonly (readonly [keys: string, what: string])[]
const EVERYWHERE: Keys = [
  ['Ctrl K', 'Find screens, objects and actions'],
  ['↑ ↓', 'Move through a list'],
  ['Enter', 'Open the selected row'],
  ['Ctrl Enter', 'Submit a form'],
  ['Esc', 'Close a form or dialog'],
  ['?', 'Keyboard shortcuts'],
]
const OF_ALERTS: Keys = [
  ['J  K', 'Next and previous alert'],
  ['Shift J  Shift K', 'Select to the next or previous alert'],
  ['Shift ↑  Shift ↓', 'Select to the row above or below'],
  ['Shift click', 'Select from the open alert to this one'],
  ['Ctrl click', 'Add one alert to the selection, or remove it'],
  ['Esc', 'Clear the selection'],
  ['G', 'Next group'],
  ['Z', 'Undo the last action'],
  ...ACTION_CHOICES.map(({ key, word }) => [key.toUpperCase(), word] as const),
]

const OF_CHAT: Keys = [
  ['Alt ↑  Alt ↓', 'Conversation above or below'],
  ['Alt Shift ↑  Alt Shift ↓', 'Unread conversation above or below'],
  ['Enter', 'Send the message'],
  ['Shift Enter', 'New line'],
  ['↑', 'Edit your last message (in an empty field)'],
  ['Esc', 'Mark the conversation as read'],
  ['Shift Esc', 'Mark all conversations as read'],
]

const OF_MAIL: Keys = [
  ['J  K', 'Next and previous mail'],
  ['Shift J  Shift K', 'Select to the next or previous mail'],
  ['X  Shift click', 'Select the mail, or the range up to it'],
  ['C', 'New mail'],
  ['R  A  F', 'Reply, reply to all, forward'],
  ['E', 'Archive'],
  ['#', 'Move to Trash'],
  ['!', 'Move to Spam'],
  ['S  U', 'Star, mark as read or unread'],
  ['Z', 'Undo the last action'],
  ['/', 'Search mail'],
]

const OF_FORUM: Keys = [
  ['J  K', 'Next and previous topic or post'],
  ['C', 'New topic'],
  ['R  Q', 'Reply to the post, quote it'],
  ['L  B', 'Like, bookmark'],
  ['U', 'Back to the list'],
  ['/', 'Search the forum'],
]

const OF_SCREENS: readonly (readonly [string, Keys])[] = [
  [CHAT, OF_CHAT],
  [MAIL, OF_MAIL],
  // Also of its topics and posts.
  [FORUM, OF_FORUM],
]
const keysOf = (pathname: string): Keys =>
  pathname === ALERTS ? OF_ALERTS : (OF_SCREENS.find(([path]) => pathname.startsWith(path))?.[1] ?? [])

/** List of the keys of a screen, opened by the question mark; the map opens its own. */
export function KeysHelp() {
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const isMap = /^\/home\/(main\/)?map/.test(pathname)
  useEffect(() => {
    if (isMap) return undefined
    const press = ({ key, target }: KeyboardEvent) => {
      const isWriting =
        target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
      if (key === '?' && !isWriting) setOpen(true)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isMap])
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="sm" centered>
      <dl className="facts">
        {[...keysOf(pathname), ...EVERYWHERE].map(([keys, what]) => [
          <dt key={`${what} key`}>
            <kbd className="key">{keys}</kbd>
          </dt>,
          <dd key={what}>{what}</dd>,
        ])}
      </dl>
    </Modal>
  )
}
