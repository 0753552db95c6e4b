import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { openFooter, useFooter, type FooterContent } from '../kit/footer.ts'
import { NotificationCount, NotificationList } from '../rooms/watch/notifications/NotificationList.tsx'
import { useNotifications } from '../rooms/watch/notifications/notifications.store.ts'
import { setStyle, useUi } from './ui.store.ts'

const LEAST = 120
const STEP = 24
const most = () => window.innerHeight * 0.7
const setHeight = (height: number) =>
  useUi.setState({ footerHeight: Math.round(Math.max(LEAST, Math.min(most(), height))) })

const DRAWER = 'footer-drawer'
const close = () => {
  useFooter.setState({ content: null })
  // It may have been open with nothing of a room in it.
  setStyle({ isFooterDrawerOpen: false })
}

/** Content of the footer drawer, the notifications shown, until a room opens it with other content. */
const NOTICES: FooterContent = { title: 'Notifications', Content: NotificationList, Note: NotificationCount }

/**
 * The drawer at the foot of every screen. Its edge is dragged, or moved by arrows while it has the focus; Escape
 * closes it.
 */
export function FooterDrawer() {
  const isOpen = useUi((state) => state.style.isFooterDrawerOpen)
  const height = useUi((state) => state.footerHeight)
  const { title, Content, Note } = useFooter((state) => state.content) ?? NOTICES
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
    <section
      className="footer"
      id={DRAWER}
      style={{ height }}
      aria-label={title}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div
        className="footer-edge"
        role="separator"
        aria-orientation="horizontal"
        aria-label="Drawer height"
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
        <h2>{title}</h2>
        <span>{Note !== undefined && <Note />}</span>
        <button type="button" onClick={close} aria-label="Close drawer" title="Close drawer">
          <IconChevronDown size={16} aria-hidden />
        </button>
      </header>
      {/* It scrolls, so it can be reached by keyboard. */}
      <div className="footer-body" tabIndex={0} role="region" aria-label={`${title}, contents`}>
        <Content />
      </div>
    </section>
  )
}

/** Shows the notices, or closes the drawer when it shows them. */
export function toggleNotifications() {
  const { content } = useFooter.getState()
  if (useUi.getState().style.isFooterDrawerOpen && (content ?? NOTICES).title === NOTICES.title) close()
  else openFooter(NOTICES)
}

export const showNotifications = () => openFooter(NOTICES)

/** The handle of the notices in the bar, with how many are unread. */
export function FooterToggle() {
  const isOpen = useUi((state) => state.style.isFooterDrawerOpen)
  const count = useNotifications((state) => state.unread)
  const Chevron = isOpen ? IconChevronDown : IconChevronUp
  return (
    <button
      type="button"
      className="bar-button"
      aria-expanded={isOpen}
      aria-controls={DRAWER}
      onClick={toggleNotifications}
      title={isOpen ? 'Close notifications' : 'Open notifications'}
    >
      <Chevron size={15} aria-hidden /> <span className="bar-words">Notifications</span>
      {count > 0 && <span className="bar-count">{count}</span>}
    </button>
  )
}
