import { NavLink } from 'react-router'
import { ALERT_DEFINITIONS, ALERT_FIGURES, ALERTS, DUTIES } from '../kit/links.ts'
import './alert-pages.css'

const PAGES = [
  [ALERTS, 'Alerts'],
  [ALERT_DEFINITIONS, 'Definitions'],
  [ALERT_FIGURES, 'Nuisance'],
  [DUTIES, 'On watch'],
] as const

/** The ways between the screens about alerts. */
export const AlertPages = () => (
  <nav className="alert-pages" aria-label="Screens about alerts">
    {PAGES.map(([path, word]) => (
      <NavLink key={path} to={path} end>
        {word}
      </NavLink>
    ))}
  </nav>
)
