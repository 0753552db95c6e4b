import { IconMessage, IconUserMinus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { useChatPlace } from '../chat-place.ts'
import { PeopleField } from '../list/PeopleField.tsx'
import { Avatar } from '../post/Avatar.tsx'
import { StatusWords } from '../post/StatusWords.tsx'
import { attempt } from '../post/post-actions.ts'
import { chatApi } from '../state/chat-client.ts'
import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { openDirect } from '../list/open-direct.ts'
import { PanelFrame } from './PanelFrame.tsx'

const PAGE = 200

/** Members of a channel, with ways to add and remove them. */
export function MembersPanel({ channelId }: { channelId: string }) {
  const queries = useQueryClient()
  const { openChannel } = useChatPlace()
  const { users, statuses, me, channels, memberChanges } = useChat()
  const channel = channels[channelId]
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['chat members', channelId, memberChanges],
    placeholderData: (before) => before,
    queryFn: () => chatApi.getChannelMembers(channelId, 0, PAGE),
    retry: false,
  })
  const [added, setAdded] = useState<string[]>([])
  if (channel === undefined) return null
  const isFixed = channel.type === 'G' || channel.name === 'town-square'
  const changed = () => queries.invalidateQueries({ queryKey: ['chat members', channelId] })
  const add = async () => {
    await chatApi.addToChannels(added, channelId)
    setAdded([])
    await changed()
  }
  const remove = async (userId: string) => {
    await chatApi.removeFromChannel(userId, channelId)
    await changed()
  }
  const ids = (data ?? []).map(({ user_id }) => user_id)
  const sorted = ids.toSorted(
    (a, b) =>
      Number(statuses[b] === 'online') - Number(statuses[a] === 'online') ||
      (userName(users[a]) < userName(users[b]) ? -1 : 1),
  )
  return (
    <PanelFrame title="Members" detail={`${ids.length} in this channel`}>
      {!isFixed && (
        <div className="panel-form">
          <PeopleField label="Add people" value={added} onChange={setAdded} without={ids} />
          {added.length > 0 && (
            <ActionButton size="xs" onClick={add}>
              Add
            </ActionButton>
          )}
        </div>
      )}
      {isPending && <Waiting />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      <ul className="member-list" aria-label="Members">
        {sorted.map((id) => (
          <li key={id}>
            <Avatar userId={id} size={28} hasStatus />
            <span className="panel-words">
              <b>{userName(users[id])}</b>
              <span className="dim">
                <StatusWords userId={id} />
              </span>
            </span>
            {id !== me && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Message ${userName(users[id])}`}
                title="Send a direct message"
                onClick={() => attempt(openDirect([id]).then(openChannel))}
              >
                <IconMessage size={16} stroke={1.6} aria-hidden />
              </button>
            )}
            {id !== me && !isFixed && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${userName(users[id])}`}
                title="Remove from the channel"
                onClick={() => attempt(remove(id))}
              >
                <IconUserMinus size={16} stroke={1.6} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}
