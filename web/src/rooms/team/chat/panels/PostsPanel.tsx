import type { PostList } from '@mattermost/types/posts'
import { useQuery } from '@tanstack/react-query'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { useChatPlace } from '../chat-place.ts'
import { PostView } from '../post/PostView.tsx'
import { chatApi } from '../state/chat-client.ts'
import { channelName } from '../state/channel-order.ts'
import { chatNow, useChat } from '../state/chat.store.ts'
import { takePosts } from '../state/conversations.ts'
import { PanelFrame } from './PanelFrame.tsx'

/** Messages that are pinned to a channel. */
export function PinsPanel({ channelId }: { channelId: string }) {
  const pins = useChat(({ posts }) =>
    Object.values(posts)
      .filter((post) => post.channel_id === channelId && post.is_pinned && post.delete_at === 0)
      .map(({ id }) => id)
      .toSorted()
      .join(),
  )
  return (
    <PanelFrame title="Pinned messages">
      <FoundPosts
        of={['chat pins', channelId, pins]}
        read={() => chatApi.getPinnedPosts(channelId)}
        empty="Nothing is pinned"
        hint="Pin a message from its menu, so that every member finds it here."
      />
    </PanelFrame>
  )
}

/** Messages that the user has saved. */
export function SavedPanel() {
  const saved = useChat((state) => Object.keys(state.saved).toSorted().join())
  return (
    <PanelFrame title="Saved messages" detail="Only you see your saved messages">
      <FoundPosts
        of={['chat saved', saved]}
        read={() => chatApi.getFlaggedPosts(chatNow().me, '', chatNow().teamId)}
        empty="Nothing is saved"
        hint="Save a message from its menu to find it again here."
      />
    </PanelFrame>
  )
}

type Props = { of: readonly string[]; read: () => Promise<PostList>; empty: string; hint: string }

/** Messages of an answer, each with its place and a way there. */
export function FoundPosts({ of, read, empty, hint }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: of,
    queryFn: async () => {
      const list = await read()
      takePosts(list)
      return list.order
    },
    placeholderData: (before) => before,
    retry: false,
  })
  const posts = useChat((state) => state.posts)
  if (isPending) return <Waiting />
  if (error !== null) return <Failed error={error} onRetry={refetch} />
  const found = data.flatMap((id) => posts[id] ?? []).filter((post) => post.delete_at === 0)
  if (found.length === 0) return <Nothing title={empty} hint={hint} />
  return (
    <ul className="found-posts">
      {found.map((post) => (
        <li key={post.id}>
          <FoundPlace postId={post.id} />
          <PostView post={post} isFirst />
        </li>
      ))}
    </ul>
  )
}

function FoundPlace({ postId }: { postId: string }) {
  const { openPost } = useChatPlace()
  const post = useChat(({ posts }) => posts[postId])
  const name = useChat(({ channels, me, users }) => {
    const channel = channels[post?.channel_id ?? '']
    return channel === undefined ? '' : channelName(channel, me, users)
  })
  if (post === undefined) return null
  return (
    <p className="found-place">
      <b>{name}</b> <When at={post.create_at} />
      <button type="button" className="link-button" onClick={() => openPost(post.channel_id, post.id)}>
        Go to message
      </button>
    </p>
  )
}
