import { expect, test } from 'vitest'
import { aFix, columnsOf } from '../../../../testing/seas/fixes.ts'
import { builtInPorts } from '../../../../testing/seas/ports-of-the-sea.ts'
import { Follower } from './follower.ts'
import { PortAreas } from '../../../sea/port-areas.ts'

const NOON = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000

test('a vessel in a harbour has a call there; a land station or a buoy sending from it has not', async () => {
  const ports = await builtInPorts()
  const colombo = ports.find(({ id }) => id === 'LKCMB')!
  const areas = PortAreas.of(ports)
  const stations = [
    { mmsi: 417000001, type: 1 },
    { mmsi: 4170010, type: 4 },
    { mmsi: 994170001, type: 21 },
    { mmsi: 111417001, type: 9 },
  ]
  const fixes = Array.from({ length: 60 }, (_, minute) =>
    stations.map((station, i) =>
      aFix({
        ...station,
        recTime: NOON + minute * MINUTE + i,
        lat: Math.round(colombo.lat * 1e6),
        lon: Math.round(colombo.lon * 1e6),
        sog: 0,
        navStatus: 5,
      }),
    ),
  ).flat()
  const follower = new Follower()
  await follower.take(columnsOf(fixes), areas, new Map())
  expect(follower.found().map(({ mmsi, call }) => [mmsi, call.portId])).toEqual([[417000001, 'LKCMB']])
})
