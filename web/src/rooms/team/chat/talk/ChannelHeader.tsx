import { Menu } from '@mantine/core'
import type { ServerChannel } from '@mattermost/types/channels'
import {
  IconArrowLeft,
  IconBell,
  IconBellOff,
  IconDots,
  IconFiles,
  IconInfoCircle,
  IconLock,
  IconPin,
  IconSearch,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MessageText } from '../../../../kit/messages/MessageText.tsx'
import { useChatPlace, type Panel } from '../chat-place.ts'
import { Avatar } from '../post/Avatar.tsx'
import { StatusWords } from '../post/StatusWords.tsx'
import { attempt } from '../post/post-actions.ts'
import { chatApi } from '../state/chat-client.ts'
import { isMuted } from '../state/chat-counts.ts'
import { teammateOf } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { markRead } from '../state/conversations.ts'
import { setMuted } from '../panels/channel-actions.ts'
import { CallButtons } from './CallButtons.tsx'
import { useNames } from './ChatNames.tsx'

/** Head of a channel: its name, topic and members, and the ways to what belongs to it. */
export function ChannelHeader({ channel, name }: { channel: ServerChannel; name: string }) {
  const { isNarrow, openChannel, panel, setPanel } = useChatPlace()
  const me = useChat((state) => state.me)
  const teammate = teammateOf(channel, me)
  const isQuiet = useChat(({ members }) => isMuted(members[channel.id]))
  const { isName, isReader } = useNames()
  const members = useMembersCount(channel)
  const toggle = (kind: 'pins' | 'files' | 'members' | 'channel' | 'search') => () =>
    setPanel(panel?.kind === kind ? null : panelOf(kind, channel, name))
  const Kind = channel.type === 'P' ? IconLock : IconWorld
  return (
    <header className="channel-head">
      {isNarrow && (
        <button
          type="button"
          className="icon-button"
          aria-label="Back to the list"
          onClick={() => openChannel(null)}
        >
          <IconArrowLeft size={18} aria-hidden />
        </button>
      )}
      {teammate === null ? (
        channel.type === 'G' ? (
          <IconUsers size={18} stroke={1.6} aria-hidden />
        ) : (
          <Kind size={18} stroke={1.6} aria-hidden />
        )
      ) : (
        <Avatar userId={teammate} size={28} hasStatus />
      )}
      <div className="channel-title">
        <h2>
          {name}
          {isQuiet && <IconBellOff size={14} aria-label="Muted" />}
        </h2>
        {teammate !== null && teammate !== me && (
          <p>
            <StatusWords userId={teammate} />
          </p>
        )}
        {teammate === null && channel.header !== '' && (
          <div className="channel-topic">
            <MessageText text={channel.header.split('\n')[0]!} isName={isName} isReader={isReader} />
          </div>
        )}
      </div>
      <CallButtons channel={channel} name={name} />
      <HeadButton
        label="Search"
        isOpen={panel?.kind === 'search'}
        onClick={toggle('search')}
        Icon={IconSearch}
      />
      {!isNarrow && (
        <>
          <HeadButton
            label="Pinned messages"
            isOpen={panel?.kind === 'pins'}
            onClick={toggle('pins')}
            Icon={IconPin}
          />
          <HeadButton
            label="Files"
            isOpen={panel?.kind === 'files'}
            onClick={toggle('files')}
            Icon={IconFiles}
          />
          {channel.type !== 'D' && (
            <button
              type="button"
              className="head-members"
              aria-pressed={panel?.kind === 'members'}
              aria-label={`Members: ${members ?? ''}`}
              title="Members"
              onClick={toggle('members')}
            >
              <IconUsers size={16} stroke={1.6} aria-hidden /> <span className="figures">{members}</span>
            </button>
          )}
          <HeadButton
            label="About this channel"
            isOpen={panel?.kind === 'channel'}
            onClick={toggle('channel')}
            Icon={IconInfoCircle}
          />
        </>
      )}
      <Menu position="bottom-end" shadow="md" width={220}>
        <Menu.Target>
          <button type="button" className="icon-button" aria-label="Channel menu" title="More">
            <IconDots size={17} stroke={1.6} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => attempt(markRead(channel.id))}>Mark as read</Menu.Item>
          <Menu.Item
            leftSection={isQuiet ? <IconBell size={15} aria-hidden /> : <IconBellOff size={15} aria-hidden />}
            onClick={() => attempt(setMuted(channel.id, !isQuiet))}
          >
            {isQuiet ? 'Unmute' : 'Mute'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={toggle('pins')}>Pinned messages</Menu.Item>
          <Menu.Item onClick={toggle('files')}>Files</Menu.Item>
          {channel.type !== 'D' && <Menu.Item onClick={toggle('members')}>Members</Menu.Item>}
          <Menu.Item onClick={toggle('channel')}>About this channel and notifications</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  )
}

function panelOf(
  kind: 'pins' | 'files' | 'members' | 'channel' | 'search',
  channel: ServerChannel,
  name: string,
): Panel {
  if (kind !== 'search') return { kind }
  const place = channel.type === 'D' ? `@${name}` : channel.name
  return { kind, terms: channel.type === 'G' ? '' : `in:${place} ` }
}

function useMembersCount(channel: ServerChannel): number | null {
  const changes = useChat((state) => state.memberChanges)
  const { data } = useQuery({
    queryKey: ['chat stats', channel.id, changes],
    placeholderData: (before) => before,
    queryFn: () => chatApi.getChannelStats(channel.id),
    enabled: channel.type !== 'D',
    staleTime: 60_000,
    retry: false,
  })
  return data?.member_count ?? null
}

type HeadButtonProps = { label: string; isOpen: boolean; onClick: () => void; Icon: typeof IconPin }
const HeadButton = ({ label, isOpen, onClick, Icon }: HeadButtonProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    title={label}
    aria-pressed={isOpen}
    onClick={onClick}
  >
    <Icon size={17} stroke={1.6} aria-hidden />
  </button>
)
