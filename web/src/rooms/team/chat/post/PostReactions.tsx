import type { Post } from '@mattermost/types/posts'
import type { Reaction } from '@mattermost/types/reactions'
import { IconMoodPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { SignPicker } from '../../../../kit/messages/SignPicker.tsx'
import { signOf } from '../../../../kit/messages/signs.ts'
import { userName } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { attempt, toggleReaction } from './post-actions.ts'

/** Reactions to a message, each with its count; a press adds one's own or takes it back. */
export function PostReactions({ post }: { post: Post }) {
  const [isPicking, setPicking] = useState(false)
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  const groups = groupsOf(post.metadata?.reactions ?? [])
  if (groups.length === 0) return null
  return (
    <div className="reactions" role="group" aria-label="Reactions">
      {groups.map(({ name, userIds }) => {
        const who = userIds.map((id) => userName(users[id])).join(', ')
        return (
          <button
            key={name}
            type="button"
            className="reaction"
            aria-pressed={userIds.includes(me)}
            aria-label={`${name.replaceAll('_', ' ')} ${userIds.length}: ${who}`}
            title={`${name.replaceAll('_', ' ')}: ${who}`}
            onClick={() => attempt(toggleReaction(post, name))}
          >
            <span className="sign" aria-hidden>
              {signOf(name) ?? `:${name}:`}
            </span>
            <span className="figures">{userIds.length}</span>
          </button>
        )
      })}
      <SignPicker
        isOpen={isPicking}
        onClose={() => setPicking(false)}
        onPick={(name) => attempt(toggleReaction(post, name))}
      >
        <button
          type="button"
          className="reaction"
          aria-label="Add a reaction"
          title="Add a reaction"
          onClick={() => setPicking(!isPicking)}
        >
          <IconMoodPlus size={15} stroke={1.6} aria-hidden />
        </button>
      </SignPicker>
    </div>
  )
}

function groupsOf(reactions: readonly Reaction[]): { name: string; userIds: string[] }[] {
  const groups = new Map<string, string[]>()
  for (const { emoji_name, user_id } of reactions) {
    const userIds = groups.get(emoji_name) ?? []
    if (!userIds.includes(user_id)) userIds.push(user_id)
    groups.set(emoji_name, userIds)
  }
  return [...groups].map(([name, userIds]) => ({ name, userIds }))
}
