import { CHAT, DASHBOARD } from '../kit/pages/links.ts'
import { isAdministrator } from '@samudra/contract/identity'
import { getReleaseNotes } from '@samudra/contract/settings'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useSession } from '../wire/session.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { useChatCounts } from '../rooms/team/chat/chat-options.store.ts'
import { NOTES, screensFor, SECTIONS } from './screens.ts'
import { setRailDrawer, sidebarState, toggleSidebar, useUi } from './ui.store.ts'

/** Navigation: screens by section, with labels or as icons; on a narrow window a drawer. */
export function SideRail() {
  const isDrawerOpen = useUi((state) => state.style.isRailDrawerOpen)
  const state = sidebarState(useLocation().pathname)
  const isOpen = useUi(({ style }) => !style[state]) || isDrawerOpen
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isDrawerOpen) return undefined
    rail.current?.querySelector<HTMLElement>('a')?.focus()
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside = event.type === 'pointerdown' && !rail.current!.contains(event.target as Node)
      if (isEscape || isOutside) setRailDrawer(false)
    }
    const events = ['keydown', 'pointerdown']
    for (const type of events) document.addEventListener(type, close)
    return () => events.forEach((type) => document.removeEventListener(type, close))
  }, [isDrawerOpen])
  const isAdmin = useSession((state) => isAdministrator(state.user?.role ?? ''))
  const unread = useAnswer(getReleaseNotes, { limit: 1 }).data?.unread ?? 0
  const mentions = useChatCounts((state) => state.mentions)
  const screens = screensFor(isAdmin).filter((screen) => screen.isInMenu)
  const Chevron = isOpen ? IconChevronsLeft : IconChevronsRight
  return (
    <nav
      ref={rail}
      id="rail"
      className="rail"
      data-open={isOpen}
      data-drawer={isDrawerOpen || undefined}
      aria-label="Screens"
    >
      <div className="rail-screens">
        {SECTIONS.map((section) => {
          const shown = screens.filter((screen) => screen.section === section)
          return (
            shown.length > 0 && (
              <div key={section} className="rail-group" role="group" aria-label={section}>
                <span className="rail-title" aria-hidden>
                  {section}
                </span>
                {shown.map(({ path, label, Icon }) => (
                  <NavLink
                    key={path}
                    to={path}
                    // Other screens stand under the address of the dashboard.
                    end={path === DASHBOARD}
                    className="rail-item"
                    title={label}
                    aria-label={path === CHAT && mentions > 0 ? `${label} ${mentions} for you` : label}
                    onClick={() => setRailDrawer(false)}
                  >
                    <Icon size={18} stroke={1.6} aria-hidden />
                    <span>{label}</span>
                    {path === CHAT && <ChatCount />}
                    {path === NOTES && unread > 0 && (
                      <i className="rail-dot" role="img" aria-label={`${unread} unread`} />
                    )}
                  </NavLink>
                ))}
              </div>
            )
          )
        })}
      </div>
      <button
        type="button"
        className="rail-item rail-toggle"
        onClick={toggleSidebar}
        aria-expanded={isOpen}
        aria-label={isOpen ? 'Collapse the sidebar' : 'Expand the sidebar'}
        title={isOpen ? 'Collapse the sidebar' : 'Expand the sidebar'}
      >
        <Chevron size={18} stroke={1.6} aria-hidden />
        <span>Collapse</span>
      </button>
    </nav>
  )
}

/** Mentions of the user in the chat, or a dot while something is unread. */
function ChatCount() {
  const { unread, mentions } = useChatCounts()
  if (mentions > 0) return <b className="rail-count figures" data-count={mentions} aria-hidden />
  return unread > 0 && <i className="rail-dot" role="img" aria-label={`${unread} unread`} />
}
