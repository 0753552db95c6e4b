import { IconArrowLeft, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useChatPlace } from '../chat-place.ts'

/** Frame of a part beside a conversation: its title, what it can do, and a way to close it. */
export function PanelFrame(props: {
  title: string
  detail?: string
  actions?: ReactNode
  children: ReactNode
}) {
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
