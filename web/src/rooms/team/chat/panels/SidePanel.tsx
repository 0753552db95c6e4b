import { useChatPlace } from '../chat-place.ts'
import { ChannelPanel } from './ChannelPanel.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { MembersPanel } from './MembersPanel.tsx'
import { PinsPanel, SavedPanel } from './PostsPanel.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import { ThreadPanel } from './ThreadPanel.tsx'
import { ThreadsPanel } from './ThreadsPanel.tsx'

/** Part that is open beside a conversation. */
export function SidePanel() {
  const { panel, channelId } = useChatPlace()
  if (panel === null) return null
  if (panel.kind === 'thread') return <ThreadPanel key={panel.rootId} rootId={panel.rootId} />
  if (panel.kind === 'threads') return <ThreadsPanel />
  if (panel.kind === 'search') return <SearchPanel key={panel.terms} terms={panel.terms} />
  if (panel.kind === 'saved') return <SavedPanel />
  if (channelId === null) return null
  if (panel.kind === 'pins') return <PinsPanel channelId={channelId} />
  if (panel.kind === 'files') return <FilesPanel channelId={channelId} />
  if (panel.kind === 'members') return <MembersPanel channelId={channelId} />
  return <ChannelPanel key={channelId} channelId={channelId} />
}
