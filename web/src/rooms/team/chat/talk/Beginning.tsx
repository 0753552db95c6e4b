import type { ServerChannel } from '@mattermost/types/channels'
import { Avatar } from '../post/Avatar.tsx'
import { teammateOf } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'

/** Introduces a channel above its first message. */
export function Beginning({ channel, name }: { channel: ServerChannel; name: string }) {
  const me = useChat((state) => state.me)
  const teammate = teammateOf(channel, me)
  return (
    <div className="chat-beginning">
      {teammate !== null && <Avatar userId={teammate} size={52} hasStatus />}
      <h3>{name}</h3>
      <p>{wordsFor(channel, name, teammate === me)}</p>
      {channel.purpose !== '' && <p>{channel.purpose}</p>}
    </div>
  )
}

function wordsFor({ type }: ServerChannel, name: string, isSelf: boolean): string {
  if (isSelf) return 'Notes to yourself: only you can read them.'
  if (type === 'D') return `This is the beginning of your messages with ${name}.`
  if (type === 'G') return 'This is the beginning of this group. Only its members read it.'
  if (type === 'P') return 'This is the beginning of a private channel. Only its members read it.'
  return 'This is the beginning of the channel. Everybody in the centre may read it.'
}
