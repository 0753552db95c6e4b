import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useNotices } from '../kit/toasts.ts'
import { When } from '../kit/When.tsx'
import { setStyle, toggleFooter, useUi } from './ui.store.ts'

const LEAST = 120
const STEP = 24
const most = () => window.innerHeight * 0.7
const setHeight = (height: number) =>
  useUi.setState({ footerHeight: Math.round(Math.max(LEAST, Math.min(most(), height))) })

/** The drawer at the foot of every screen: what was told in this session. Its edge is dragged, or moved by arrows. */
export function FooterDrawer() {
  const isOpen = useUi((state) => state.style.isFooterDrawerOpen)
  const height = useUi((state) => state.footerHeight)
  const notices = useNotices((state) => state.notices)
  const drag = useRef<{ y: number; height: number } | null>(null)
  if (!isOpen) return null

  const move = (event: PointerEvent) => {
    if (drag.current !== null) setHeight(drag.current.height + drag.current.y - event.clientY)
  }
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowUp: STEP, ArrowDown: -STEP, PageUp: 120, PageDown: -120 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setHeight(height + step)
  }
  return (
    <section className="footer" style={{ height }} aria-label="Messages">
      <div
        className="footer-edge"
        role="separator"
        aria-orientation="horizontal"
        aria-label="Height of the drawer"
        aria-valuenow={height}
        aria-valuemin={LEAST}
        aria-valuemax={Math.round(most())}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { y: event.clientY, height }
        }}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
      />
      <header>
        <h2>Messages</h2>
        <span>{notices.length === 0 ? 'none yet' : `${notices.length} in this session`}</span>
        <button
          type="button"
          onClick={() => setStyle({ isFooterDrawerOpen: false })}
          aria-label="Close the drawer"
        >
          <IconChevronDown size={16} aria-hidden />
        </button>
      </header>
      <ol>
        {notices.map((notice) => (
          <li key={notice.id} data-tone={notice.tone}>
            <When at={notice.at} />
            <span>{notice.text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The handle of the drawer in the bar. */
export function FooterToggle() {
  const isOpen = useUi((state) => state.style.isFooterDrawerOpen)
  const count = useNotices((state) => state.notices.length)
  const Chevron = isOpen ? IconChevronDown : IconChevronUp
  return (
    <button
      type="button"
      className="bar-button"
      aria-expanded={isOpen}
      onClick={toggleFooter}
      title={isOpen ? 'Close the messages' : 'Open the messages'}
    >
      <Chevron size={15} aria-hidden /> Messages{count > 0 && <span className="bar-count">{count}</span>}
    </button>
  )
}
