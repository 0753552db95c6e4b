import { CHAT } from '../../../kit/pages/links.ts'
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { channelLink, postLink } from './chat-links.ts'
import { closeDock, useChatOptions } from './chat-options.store.ts'
import { ChatPlaceContext, type ChatPlace, type Panel } from './chat-place.ts'
import { ChatReady } from './ChatReady.tsx'
import { ChannelList } from './list/ChannelList.tsx'
import { SidePanel } from './panels/SidePanel.tsx'
import { PostDialogs } from './post/PostDialogs.tsx'
import { useChat } from './state/chat.store.ts'
import { Conversation } from './talk/Conversation.tsx'

/** The chat beside another screen: one part at a time, and it stays while the screen changes. */
export function ChatDock() {
  const docked = useChatOptions((state) => state.docked)
  const isKnown = useChat(({ channels }) => docked !== null && channels[docked] !== undefined)
  const [panel, setPanel] = useState<Panel | null>(null)
  const navigate = useNavigate()
  const channelId = isKnown ? docked : null
  const place: ChatPlace = {
    isNarrow: true,
    channelId,
    openChannel: (id) => {
      setPanel(null)
      useChatOptions.setState({ docked: id })
    },
    openPost: (channel, post) => void navigate(postLink(channel, post)),
    panel,
    setPanel,
  }
  return (
    <aside className="chat-dock" aria-label="Chat">
      <div className="chat-dock-bar">
        <b>Chat</b>
        <button
          type="button"
          className="icon-button"
          aria-label="Open the chat as a screen"
          title="Open as a screen"
          onClick={() => void navigate(channelId === null ? CHAT : channelLink(channelId))}
        >
          <IconArrowsDiagonal size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Close the chat"
          title="Close"
          onClick={closeDock}
        >
          <IconX size={16} aria-hidden />
        </button>
      </div>
      <div className="chat-dock-body">
        <ChatPlaceContext value={place}>
          <ChatReady>
            {panel !== null && <SidePanel />}
            {panel === null && channelId === null && <ChannelList />}
            {panel === null && channelId !== null && <Conversation channelId={channelId} hasFocus={false} />}
            <PostDialogs />
          </ChatReady>
        </ChatPlaceContext>
      </div>
    </aside>
  )
}
