import { IconChevronsLeft, IconChevronsRight, IconMap } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink } from 'react-router'

const SCREENS = [{ to: '/home/main/map', label: 'Map', Icon: IconMap }]
const STORED = 'samudra.rail'

export function SideRail() {
  const [open, setOpen] = useState(() => localStorage.getItem(STORED) === 'open')
  const toggle = () => {
    localStorage.setItem(STORED, open ? 'closed' : 'open')
    setOpen(!open)
  }
  const Chevron = open ? IconChevronsLeft : IconChevronsRight
  return (
    <nav className="rail" data-open={open} aria-label="Screens">
      {SCREENS.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} className="rail-item" title={label}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span>{label}</span>
        </NavLink>
      ))}
      <button
        type="button"
        className="rail-item rail-toggle"
        onClick={toggle}
        aria-expanded={open}
        aria-label={open ? 'Narrow the sidebar' : 'Widen the sidebar'}
      >
        <Chevron size={18} stroke={1.6} aria-hidden />
        <span>Narrow</span>
      </button>
    </nav>
  )
}
