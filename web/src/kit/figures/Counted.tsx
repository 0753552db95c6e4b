import { Link } from 'react-router'

/** A number that opens its list. */
export const Counted = ({ value, link, label }: { value: number; link: string | null; label: string }) =>
  link === null ? (
    <b>{value.toLocaleString('en')}</b>
  ) : (
    <Link to={link} aria-label={`${label}: ${value}`}>
      {value.toLocaleString('en')}
    </Link>
  )
