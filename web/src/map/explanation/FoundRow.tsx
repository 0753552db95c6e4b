import type { FoundKind } from '@samudra/contract/search'
import {
  IconAlertOctagon,
  IconAnchor,
  IconBookmark,
  IconFilter,
  IconFlag,
  IconFlag2,
  IconId,
  IconListCheck,
  IconMapPin,
  IconMapPinPlus,
  IconPolygon,
  IconRoute,
  IconShip,
  type Icon,
} from '@tabler/icons-react'

/** The sign of each kind of thing that is found; of a position that was typed, too. */
export const FOUND_ICONS: Record<FoundKind | 'position', Icon> = {
  vessel: IconShip,
  ship: IconId,
  destination: IconRoute,
  port: IconAnchor,
  place: IconMapPin,
  boundary: IconFlag,
  area: IconPolygon,
  event: IconAlertOctagon,
  track: IconFlag2,
  list: IconListCheck,
  filter: IconFilter,
  bookmark: IconBookmark,
  position: IconMapPinPlus,
}

/** A find in a list: its sign, its name, and what it is. */
export function FoundRow(props: { kind: FoundKind | 'position'; label: string; detail: string }) {
  const { kind, label, detail } = props
  const Sign = FOUND_ICONS[kind]
  return (
    <span className="found">
      <Sign size={15} stroke={1.7} aria-hidden />
      <span className="found-label">{label}</span>
      <span className="found-detail figures">{detail}</span>
    </span>
  )
}
