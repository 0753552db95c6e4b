import { MapScreen } from '../../rooms/picture/picture/MapScreen.tsx'
import { ReplayFoot } from '../../rooms/past/replay/ReplayFoot.tsx'
import { useReplayAddress } from '../../rooms/past/replay/use-replay-address.ts'
import { MAP_PARTS } from '../map-parts.ts'

/** The main map under another clock: a period that is over, shown again. */
export function Component() {
  useReplayAddress()
  return <MapScreen parts={MAP_PARTS} foot={<ReplayFoot />} />
}
