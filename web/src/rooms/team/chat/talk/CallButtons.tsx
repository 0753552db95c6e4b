import type { ServerChannel } from '@mattermost/types/channels'
import type { CallKind } from '@samudra/contract/calls'
import { IconPhone, IconVideo } from '@tabler/icons-react'
import { wishCall } from '../../../../kit/share/call-wish.store.ts'
import { toast } from '../../../../kit/toasts.ts'
import { chatApi } from '../state/chat-client.ts'
import { userIdOf } from '../state/chat-ids.ts'
import { useChat } from '../state/chat.store.ts'

/** Members of a channel that are called at once; of a larger one the caller chooses. */
const MOST = 8

/** Shows buttons that call the members of a conversation; for a large channel a dialog requests the members. */
export function CallButtons({ channel, name }: { channel: ServerChannel; name: string }) {
  const me = useChat((state) => state.me)
  const isForeign = useChat((state) => state.isForeign)
  // Users of another chat server have other ids.
  if (isForeign || (channel.type === 'D' && channel.name === `${me}__${me}`)) return null
  const call = async (kind: CallKind) => {
    try {
      const members = await chatApi.getChannelMembers(channel.id, 0, MOST + 2)
      const userIds = members.map(({ user_id }) => userIdOf(user_id)).filter((id) => id !== userIdOf(me))
      wishCall({ kind, userIds: userIds.length > MOST ? [] : userIds, channelId: channel.id })
    } catch (error) {
      toast((error as Error).message, 'bad')
    }
  }
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Audio call to ${name}`}
        title="Audio call"
        onClick={() => void call('AUDIO')}
      >
        <IconPhone size={17} stroke={1.6} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Video call to ${name}`}
        title="Video call"
        onClick={() => void call('VIDEO')}
      >
        <IconVideo size={17} stroke={1.6} aria-hidden />
      </button>
    </>
  )
}
