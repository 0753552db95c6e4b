import type { ServerChannel } from '@mattermost/types/channels'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { chatApi } from '../state/chat-client.ts'
import { chatNow } from '../state/chat.store.ts'
import { loadChannel, takeChannel } from '../state/load-chat.ts'

/** In place of the field: a way into a channel one is not in, or back from the archive. */
export function JoinBar({ channel, isMember }: { channel: ServerChannel; isMember: boolean }) {
  const join = async () => {
    await chatApi.addToChannel(chatNow().me, channel.id)
    await loadChannel(channel.id)
  }
  const restore = async () => takeChannel(await chatApi.unarchiveChannel(channel.id))
  return (
    <div className="join-bar">
      {channel.delete_at > 0 ? (
        <>
          <span>This channel is archived and read-only.</span>
          <ActionButton size="xs" variant="default" onClick={restore}>
            Restore
          </ActionButton>
        </>
      ) : (
        !isMember && (
          <>
            <span>You are not in this channel.</span>
            <ActionButton size="xs" onClick={join}>
              Join
            </ActionButton>
          </>
        )
      )}
    </div>
  )
}
