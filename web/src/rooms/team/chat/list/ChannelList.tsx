import { Menu } from '@mantine/core'
import {
  IconBookmark,
  IconBrandHipchat,
  IconChevronDown,
  IconMessages,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useChatPlace } from '../chat-place.ts'
import { sectionsOf } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { MessageToWatch } from './MessageToWatch.tsx'
import { ChannelEntry } from './ChannelEntry.tsx'
import { ChatOptionsMenu } from './ChatOptionsMenu.tsx'
import { NewConversation, type NewKind } from './NewConversation.tsx'
import { openWatchChannel } from './watch-channels.ts'
import { attempt } from '../post/post-actions.ts'

/** Channels of the user: open ones first, then those with an online user, then by the most recent message. */
export function ChannelList() {
  const { openChannel, setPanel, panel, isNarrow } = useChatPlace()
  const { channels, statuses, me, threads, isForeign } = useChat()
  const members = useChat((state) => state.members)
  const [adding, setAdding] = useState<NewKind | null>(null)
  const [isAsking, setAsking] = useState(false)
  const mine = Object.values(channels).filter(
    ({ id, delete_at }) => delete_at === 0 && members[id] !== undefined,
  )
  const unreadThreads = threads?.total_unread_threads ?? 0
  return (
    <nav className="channel-list" aria-label="Conversations">
      <header className="channel-list-head">
        <h2>{isNarrow ? 'Conversations' : 'Chat'}</h2>
        <ChatOptionsMenu />
        <Menu position="bottom-end" shadow="md" width={240}>
          <Menu.Target>
            <button type="button" className="icon-button" aria-label="New" title="New conversation">
              <IconPlus size={18} stroke={1.7} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setAdding('direct')}>New direct or group message…</Menu.Item>
            <Menu.Item onClick={() => setAdding('channel')}>New channel…</Menu.Item>
            <Menu.Item onClick={() => setAdding('browse')}>Browse channels…</Menu.Item>
            <Menu.Divider />
            {isForeign ? (
              <p className="menu-note">
                This chat server does not support watch channels, area channels or questions to the watch.
              </p>
            ) : (
              <>
                <Menu.Item onClick={() => attempt(openWatchChannel().then(openChannel))}>
                  Channel of this watch
                </Menu.Item>
                <Menu.Item onClick={() => setAdding('area')}>Channel of an area…</Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className="channel-list-ways">
        <Way
          label="Threads"
          count={unreadThreads}
          Icon={IconMessages}
          isOpen={panel?.kind === 'threads'}
          act={() => setPanel({ kind: 'threads' })}
        />
        <Way
          label="Saved"
          Icon={IconBookmark}
          isOpen={panel?.kind === 'saved'}
          act={() => setPanel({ kind: 'saved' })}
        />
        <Way
          label="Search"
          Icon={IconSearch}
          isOpen={panel?.kind === 'search'}
          act={() => setPanel({ kind: 'search', terms: '' })}
        />
        {!isForeign && (
          <Way label="Ask the watch" Icon={IconBrandHipchat} isOpen={isAsking} act={() => setAsking(true)} />
        )}
      </div>
      <div className="channel-list-body">
        {sectionsOf(mine, { me, statuses }).map(({ title, channels: shown }) => (
          <ChannelSection key={title} title={title} ids={shown.map(({ id }) => id)} />
        ))}
      </div>
      <NewConversation kind={adding} onClose={() => setAdding(null)} />
      <MessageToWatch isOpen={isAsking} onClose={() => setAsking(false)} />
    </nav>
  )
}

type WayProps = { label: string; count?: number; Icon: typeof IconPlus; isOpen: boolean; act: () => void }
const Way = ({ label, count = 0, Icon, isOpen, act }: WayProps) => (
  <button
    type="button"
    className="channel-entry"
    aria-pressed={isOpen}
    data-unread={count > 0 || undefined}
    onClick={act}
  >
    <Icon size={16} stroke={1.6} aria-hidden />
    <span className="channel-entry-name">{label}</span>
    {count > 0 && <span className="count-badge">{count}</span>}
  </button>
)

function ChannelSection({ title, ids }: { title: string; ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <section aria-label={title}>
      <button
        type="button"
        className="channel-section"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={12} aria-hidden data-closed={!isOpen || undefined} /> {title}
      </button>
      <ul>
        {ids.map((id) => (
          <ChannelEntry key={id} channelId={id} isFolded={!isOpen} />
        ))}
        {isOpen && ids.length === 0 && (
          <li className="dim channel-none">None yet. Start one with the plus button.</li>
        )}
      </ul>
    </section>
  )
}
