import { isAdministrator } from '@samudra/contract/identity'
import { getReleaseNotes } from '@samudra/contract/settings'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useSession } from '../wire/session.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { NOTES, screensFor } from './screens.ts'
import { toggleSidebar, useUi } from './ui.store.ts'

const GROUPS = ['Watch', 'Security', 'System'] as const

export function SideRail() {
  const isOpen = useUi((state) => !state.style.desktopSidebarCollapsed)
  const isAdmin = useSession((state) => isAdministrator(state.user?.role ?? ''))
  const unread = useAnswer(getReleaseNotes, { limit: 1 }).data?.unread ?? 0
  const screens = screensFor(isAdmin).filter((screen) => screen.isInMenu)
  const Chevron = isOpen ? IconChevronsLeft : IconChevronsRight
  return (
    <nav className="rail" data-open={isOpen} aria-label="Screens">
      <div className="rail-screens">
        {GROUPS.map((group) => {
          const shown = screens.filter((screen) => screen.group === group)
          return (
            shown.length > 0 && (
              <div key={group} className="rail-group" role="group" aria-label={group}>
                <span className="rail-title" aria-hidden>
                  {group}
                </span>
                {shown.map(({ path, label, Icon }) => (
                  <NavLink key={path} to={path} className="rail-item" title={label} aria-label={label}>
                    <Icon size={18} stroke={1.6} aria-hidden />
                    <span>{label}</span>
                    {path === NOTES && unread > 0 && (
                      <i className="rail-dot" role="img" aria-label={`${unread} not read`} />
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
        aria-label={isOpen ? 'Narrow the sidebar' : 'Widen the sidebar'}
        title={isOpen ? 'Narrow the sidebar' : 'Widen the sidebar'}
      >
        <Chevron size={18} stroke={1.6} aria-hidden />
        <span>Narrow</span>
      </button>
    </nav>
  )
}
