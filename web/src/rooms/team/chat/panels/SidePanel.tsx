import { IconArrowLeft, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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

/** Frame of such a part: its title, what it can do, and a way to close it. */
export function PanelFrame(props: { title: string; detail?: string; actions?: ReactNode; children: ReactNode }) {
  const { setPanel, isNarrow } = useChatPlace()
  return (
    <aside className="side-panel" aria-label={props.title}>
      <header className="channel-head">
        {isNarrow && (
          <button type="button" className="icon-button" aria-label="Back" onClick={() => setPanel(null)}>
            <IconArrowLeft size={18} aria-hidden />
          </button>
        )}
        <div className="channel-title">
          <h2>{props.title}</h2>
          {props.detail !== undefined && <p>{props.detail}</p>}
        </div>
        {props.actions}
        {!isNarrow && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Close ${props.title}`}
            title="Close"
            onClick={() => setPanel(null)}
          >
            <IconX size={17} aria-hidden />
          </button>
        )}
      </header>
      {props.children}
    </aside>
  )
}
