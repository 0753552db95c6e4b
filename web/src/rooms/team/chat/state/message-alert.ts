import type { Post } from '@mattermost/types/posts'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { useSettings } from '../../../../kit/settings.ts'
import { playTones } from '../../../../kit/tones.ts'
import { channelLink } from '../chat-links.ts'
import { useChatOptions } from '../chat-options.store.ts'
import { isMuted, isSystem } from './chat-counts.ts'
import { channelName, isDirect, userName } from './channel-order.ts'
import { chatNow, type ChatState } from './chat.store.ts'

/** Shortest time between two sounds, milliseconds. */
const SOUND_MS = 2000
const SOUND = 'samudra.message-sound'
const DESKTOP = 'samudra.message-desktop'

/** Level at which a channel notifies its reader. */
export type NotifyLevel = 'all' | 'mention' | 'none'

/** Returns the level of a channel: direct ones notify of all, others of mentions, unless chosen otherwise. */
export function levelOf({ channels, members }: ChatState, channelId: string): NotifyLevel {
  const channel = channels[channelId]
  const chosen = members[channelId]?.notify_props.desktop
  if (chosen === 'all' || chosen === 'mention' || chosen === 'none') return chosen
  return channel !== undefined && isDirect(channel) ? 'all' : 'mention'
}

/** Returns true for a message that notifies the reader now. */
export function isNotified(state: ChatState, post: Post, isNamed: boolean): boolean {
  const { me, channels, members, statuses } = state
  const priority: string | undefined = post.metadata?.priority?.priority
  const isUrgent = priority === 'urgent'
  if (post.user_id === me || isSystem(post)) return false
  if (statuses[me] === 'dnd' && !isUrgent) return false
  const channel = channels[post.channel_id]
  const level = levelOf(state, post.channel_id)
  if (level === 'none' || isMuted(members[post.channel_id])) return false
  const isForReader = isNamed || isUrgent || (channel !== undefined && isDirect(channel))
  return level === 'all' || isForReader
}

/** Sounds and shows a new message outside of the window, as its channel notifies. */
export function announce(post: Post, data: Readonly<Record<string, unknown>>) {
  const state = chatNow()
  const mentions = data['mentions'] === undefined ? [] : (JSON.parse(String(data['mentions'])) as string[])
  if (!isNotified(state, post, mentions.includes(state.me))) return
  const isRead = state.open.includes(post.channel_id) && document.hasFocus()
  if (isRead) return
  if (useSettings.getState().sound && !useChatOptions.getState().isSilent) sound()
  if (useChatOptions.getState().isDesktop) void showOutside(state, post)
}

/** Runs work in one window of this browser. */
function inOneWindow(name: string, work: () => boolean, ms: number) {
  if (!('locks' in navigator)) return void work()
  void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null && work()) await new Promise((done) => setTimeout(done, ms))
  })
}

const sound = () => inOneWindow(SOUND, () => playTones('MESSAGE'), SOUND_MS)

/** Shows a message as a notification of the desktop while no window of the product is in front. */
async function showOutside(state: ChatState, post: Post) {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return
  inOneWindow(
    DESKTOP,
    () => {
      const channel = state.channels[post.channel_id]
      const author = userName(state.users[post.user_id])
      const place =
        channel === undefined || isDirect(channel) ? '' : ` in ${channelName(channel, state.me, state.users)}`
      const note = new Notification(`${author}${place}`, {
        body: firstWords(post.message, 160),
        tag: `samudra.chat.${post.channel_id}`,
        icon: '/logo.svg',
        silent: true,
      })
      note.addEventListener('click', () => {
        window.focus()
        useChatOptions.setState({ wanted: channelLink(post.channel_id) })
        note.close()
      })
      return true
    },
    300,
  )
}
