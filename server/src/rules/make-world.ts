import type { PlacesDoor } from '../places/room.ts'
import type { PortsDoor } from '../ports/room.ts'
import type { ReferenceDoor } from '../reference/room.ts'
import { PortAreas } from '../sea/port-areas.ts'
import { NearestPort } from './nearest-port.ts'
import { KnownWorld, NO_PAST, type Waters } from './world.ts'

type Needs = Pick<PlacesDoor, 'areas'> & {
  ports: PortsDoor
  reference: ReferenceDoor
  names: { sourceCode(number: number): string }
}

/** The world as the rooms know it; what is made of ports is made once for each change of them. */
export function worldOf({ areas, reference, ports, names }: Needs) {
  const waters: Waters = {
    areas,
    boundaries: reference.boundaries,
    watersAt: reference.watersAt,
    port: ports.byId,
  }
  let of: unknown = null
  let made: Promise<{ portAreas: PortAreas; nearest: NearestPort }> | null = null
  const make = async () => {
    const all = ports.all()
    return {
      portAreas: await PortAreas.of(
        all.map(({ anchorages, ...port }) => ({
          ...port,
          anchorages: anchorages.flatMap(({ outline }) => outline),
        })),
      ),
      nearest: new NearestPort(all),
    }
  }
  return async () => {
    if (made === null || of !== ports.all()) {
      of = ports.all()
      made = make()
    }
    return new KnownWorld({
      ...waters,
      ...(await made),
      sourceCode: (number) => names.sourceCode(number),
      past: NO_PAST,
    })
  }
}
