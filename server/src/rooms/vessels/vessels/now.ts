import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { NearestPort } from '../../../sea/nearest-port.ts'
import type { FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { KnownPort, PortsInterface } from '../../chart/ports/room.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import type { Now } from './list-by-picture.ts'

/** Returns a lookup of the nearest port, rebuilt when ports change. */
export function placesByPorts({ all }: Pick<PortsInterface, 'all'>): () => NearestPort<KnownPort> {
  let known: readonly KnownPort[] = []
  let nearest = new NearestPort<KnownPort>([])
  return () => {
    if (all() === known) return nearest
    known = all()
    nearest = new NearestPort(known)
    return nearest
  }
}

type Needs = {
  clock: Clock
  picture: Pick<PictureInterface, 'shipsOf' | 'passing'>
  filterInputs: Pick<FilterInputsInterface, 'areasThen'>
  ports: () => NearestPort<KnownPort>
}

/** Last positions of vessels and where they are, as a caller sees them. */
export const nowFrom =
  ({ clock, picture, filterInputs, ports }: Needs) =>
  async (caller: Caller): Promise<Now> => {
    const at = clock.now()
    const areas = (await filterInputs.areasThen(caller, { from: at, to: at }))(at)
    const [ships, nearest] = [picture.shipsOf(caller), ports()]
    return {
      find: (mmsi, split) => ships.find(mmsi, split),
      mmsis: () => picture.passing(caller, {}),
      place(lat, lon) {
        const around = areas.areasAt(lat, lon).map(({ name }) => name)
        if (around.length > 0) return around.join(', ')
        const near = nearest.nearest(lat, lon)
        return near === null ? null : `${near.port.name}, ${Math.round(near.nm)} NM`
      },
    }
  }
