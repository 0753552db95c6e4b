import type { Alert } from '@samudra/contract/alerts'
import { WATCH_EMPTY } from '@samudra/contract/duties'
import { DETECTED_TYPES } from '@samudra/contract/event-types'
import { boxOf, type LonLatBox } from '@samudra/nautical/polygons/box'
import { Link } from 'react-router'
import { useStored } from '../../../../stored/stores.ts'
import { areas } from '../../../../stored/shared.ts'
import { ALERT_DEFINITIONS, detectorLink, ruleLink } from '../../../../kit/pages/links.ts'
import { showFound } from '../../../../map/explanation/found.store.ts'
import { WaysOn } from '../../../../map/explanation/WaysOn.tsx'

/** So much is shown around an event, degrees. */
const AROUND_DEG = 0.1

/** From an alert to where and when it was, to the ship, the area and the event, and to what found it. */
export function WaysOfAlert({ of }: { of: Alert }) {
  const { position, began_at, ended_at, last_at, mmsi, split_id, type } = of
  if (type === WATCH_EMPTY) return null
  if (position === null)
    return (
      <nav className="ways-on" aria-label="Links">
        <WhatFound of={of} />
      </nav>
    )
  const { latitude: lat, longitude: lon } = position
  return (
    <WaysOn {...position} first={began_at} last={ended_at ?? last_at} mmsi={mmsi} split={split_id}>
      <TheArea id={of.aoi_id} />
      <TheEvent of={of} box={[lon - AROUND_DEG, lat - AROUND_DEG, lon + AROUND_DEG, lat + AROUND_DEG]} />
      <WhatFound of={of} />
    </WaysOn>
  )
}

/** The area the rule names, for who sees it. */
function TheArea({ id }: { id: string | null }) {
  const area = useStored(areas, id !== null).byId.get(id ?? '')
  if (area === undefined) return null
  const { name, geometry } = area
  const show = () => showFound({ kind: 'area', id: area.id, label: name, detail: '', bbox: boxOf(geometry) })
  return (
    <button type="button" className="link-button" onClick={show}>
      Area {name}
    </button>
  )
}

/** Links to a detector's hit on the map as an event: the latest one counted by the alert. */
function TheEvent({ of: { type, title, evidence }, box }: { of: Alert; box: LonLatBox }) {
  const [latest] = evidence
  if (latest === undefined || !DETECTED_TYPES.includes(type)) return null
  const show = () => showFound({ kind: 'event', id: latest.result_id, label: title, detail: '', bbox: box })
  return (
    <button type="button" className="link-button" onClick={show}>
      Event on the map
    </button>
  )
}

const WhatFound = ({ of: { type, rule_id, definition_id } }: { of: Alert }) => (
  <>
    <Link to={DETECTED_TYPES.includes(type) ? detectorLink(type) : ruleLink(rule_id)}>
      {DETECTED_TYPES.includes(type) ? 'Detector' : 'Rule'}
    </Link>
    {definition_id !== null && (
      <Link to={`${ALERT_DEFINITIONS}?open=${encodeURIComponent(definition_id)}`}>Definition</Link>
    )}
  </>
)
