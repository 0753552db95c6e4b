import { NavLink } from 'react-router'
import './near-pages.css'

/** The ways between screens that belong together, as addresses with their words. */
export const NearPages = ({ label, of }: { label: string; of: readonly (readonly [string, string])[] }) => (
  <nav className="near-pages" aria-label={label}>
    {of.map(([path, word]) => (
      <NavLink key={path} to={path} end>
        {word}
      </NavLink>
    ))}
  </nav>
)
