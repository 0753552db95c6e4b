import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { REPLAY, shipLink } from '../../kit/pages/links.ts'
import { shipText } from '../workbench/workbench.store.ts'
import { viewText } from '../chart/view-text.ts'
import './explanation.css'

const ZOOM = 10
/** Replayed from so long before it began, and so long after it was last so. */
const [BEFORE_MS, AFTER_MS] = [3_600_000, 600_000]

type Props = {
  latitude: number
  longitude: number
  /** When it began, and when it was last so. */
  first: string
  last: string
  /** The ship it is about; null of what is about none. */
  mmsi: string | null
  /** Which of the ships under that MMSI. */
  split: number
  /** More ways. */
  children?: ReactNode
}

/** From something that was found to where it was, to that hour replayed, and to the ship. */
export function WaysOn({ latitude, longitude, first, last, mmsi, split, children }: Props) {
  const at = viewText({ center: [longitude, latitude], zoom: ZOOM })
  // Of many ships it is seen which one is meant.
  const ship = mmsi === null ? {} : { mmsi: shipText({ mmsi, split }) }
  const time = (text: string, more: number) => new Date(Date.parse(text) + more).toISOString()
  const replay = new URLSearchParams({
    from: time(first, -BEFORE_MS),
    to: time(last, AFTER_MS),
    t: first,
    at,
    ...ship,
  })
  return (
    <nav className="ways-on" aria-label="Links">
      <Link to={`/home/main/map?${new URLSearchParams({ at, ...ship }).toString()}`}>Show on the map</Link>
      <Link to={`${REPLAY}?${replay.toString()}`}>Replay that hour</Link>
      {mmsi !== null && <Link to={shipLink(mmsi, split)}>Open vessel page</Link>}
      {children}
    </nav>
  )
}
