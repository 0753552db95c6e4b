import { CHAT } from '../../../kit/pages/links.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useMediaQuery } from '@mantine/hooks'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { channelLink, postLink } from './chat-links.ts'
import { ChatPlaceContext, type ChatPlace, type Panel } from './chat-place.ts'
import { ChatReady } from './ChatReady.tsx'
import { openDirect } from './list/open-direct.ts'
import { ChannelList } from './list/ChannelList.tsx'
import { SidePanel } from './panels/SidePanel.tsx'
import { PostDialogs } from './post/PostDialogs.tsx'
import { chatIdOf } from './state/chat-ids.ts'
import { sortChannels } from './state/channel-order.ts'
import { useChat } from './state/chat.store.ts'
import { loadPreview } from './state/load-chat.ts'
import { Conversation } from './talk/Conversation.tsx'
import { useChatKeys } from './talk/use-chat-keys.ts'

const NARROW = '(max-width: 859px)'

/** The chat: the list of conversations, the open one, and what belongs to it. On a phone one of them at a time. */
export function Component() {
  const { channel = null, post = null } = useParams()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches, {
    getInitialValueInEffect: false,
  })
  const [panel, setPanel] = useState<Panel | null>(null)
  const place: ChatPlace = {
    isNarrow,
    channelId: channel,
    openChannel: (id) => {
      setPanel((before) => (before?.kind === 'threads' && id !== null && !isNarrow ? before : null))
      void navigate(id === null ? CHAT : channelLink(id))
    },
    openPost: (channelId, postId) => {
      if (isNarrow) setPanel(null)
      void navigate(postLink(channelId, postId))
    },
    panel,
    setPanel,
  }
  return (
    <ChatPlaceContext value={place}>
      <ChatReady>
        <Parts channelId={channel} postId={post} isNarrow={isNarrow} panel={panel} />
        <PostDialogs />
      </ChatReady>
    </ChatPlaceContext>
  )
}

type Props = { channelId: string | null; postId: string | null; isNarrow: boolean; panel: Panel | null }
function Parts({ channelId, postId, isNarrow, panel }: Props) {
  const first = useFirstChannel()
  const navigate = useNavigate()
  useChatKeys()
  useEffect(() => {
    if (channelId === null && !isNarrow && first !== null)
      void navigate(channelLink(first), { replace: true })
  }, [channelId, isNarrow, first, navigate])
  const hasPanel = panel !== null
  return (
    <div className="chat" data-panel={hasPanel || undefined} data-narrow={isNarrow || undefined}>
      <h1 className="visually-hidden">Chat</h1>
      {(!isNarrow || (channelId === null && !hasPanel)) && <ChannelList />}
      {channelId !== null && (!isNarrow || !hasPanel) && (
        <OpenChannel key={channelId} channelId={channelId} postId={postId} />
      )}
      {channelId === null && !isNarrow && (
        <Nothing title="No conversation is open" hint="Choose one from the list." />
      )}
      {hasPanel && <SidePanel />}
    </div>
  )
}

/** Returns the channel that opens when none is chosen: the first in the list. */
function useFirstChannel(): string | null {
  return useChat(({ channels, members, me, statuses }) => {
    const mine = Object.values(channels).filter(
      ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
    )
    const town = mine.find(({ name }) => name === 'town-square')
    return (town ?? sortChannels(mine, { me, statuses })[0])?.id ?? null
  })
}

/** The channel of the address; one that the page does not know yet is loaded first. */
function OpenChannel({ channelId, postId }: { channelId: string; postId: string | null }) {
  const isKnown = useChat(({ channels }) => channels[channelId] !== undefined)
  const [fault, setFault] = useState<Error | null>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (channelId.startsWith('@'))
      openDirect([chatIdOf(channelId.slice(1))])
        .then((id) => navigate(channelLink(id), { replace: true }))
        .catch((error: unknown) => setFault(error as Error))
    else if (!isKnown) loadPreview(channelId).catch((error: unknown) => setFault(error as Error))
  }, [channelId, isKnown, navigate])
  if (isKnown) return <Conversation channelId={channelId} focusId={postId} />
  return fault === null ? <Waiting /> : <Failed error={fault} />
}
