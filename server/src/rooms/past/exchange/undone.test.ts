import { addAoi } from '@samudra/contract/areas'
import { undoImport } from '@samudra/contract/exchange'
import { getJobs, retryJob } from '@samudra/contract/jobs'
import { getPortOfCallsForVessel } from '@samudra/contract/port-calls'
import { getAoiLogs } from '@samudra/contract/visits'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { brought, committed, ended } from '../../../../testing/seas/stored-imports.ts'
import { boxOf, PLAIN_AREA } from '../../../../testing/seas/drawn-shapes.ts'
import { FOLLOW_JOB } from '../../vessels/port-calls/calls-job.ts'

const MINUTE = 60_000
const SHIP = 419000001

/** Returns the track of a vessel that comes to a berth at Colombo, lies there for an hour and leaves. */
function aVoyage(): Buffer {
  const now = Math.floor(Date.now() / 1000) * 1000
  const lines: string[] = []
  for (let age = 240; age > 0; age -= 2) {
    const at = now - age * MINUTE
    const away = age > 150 ? (age - 150) / 90 : age < 90 ? (90 - age) / 90 : 0
    lines.push(
      ...encodePosition(
        {
          mmsi: SHIP,
          lat: 6.951,
          lon: 79.848 - away * 0.6,
          sog: away > 0 ? 18 : 0,
          cog: 90,
          navStatus: away > 0 ? 0 : 5,
          second: new Date(at).getUTCSeconds(),
        },
        { tagBlock: { c: at / 1000 } },
      ),
    )
  }
  return Buffer.from(lines.join('\r\n'))
}

test('an undone import takes the visits and port calls with it that only its positions reported', async () => {
  const server = await aServer()
  const { id: area } = await server.call(addAoi, {
    ...PLAIN_AREA,
    name: 'Roads',
    geometry: boxOf(79.5, 6.5, 79.7, 7.5),
  })
  const log = async () => server.call(getAoiLogs, { id: area, kind: 'ENTRY' })
  await until(async () => (await log()).log.state === 'WATCHED', 'the area is watched')
  const { id } = await brought(server, 'voyage.nmea', aVoyage())
  expect(await committed(server, id)).toMatchObject({ state: 'COMMITTED' })
  const states = async () => {
    const { items } = await server.call(getJobs, {})
    const follow = items.find(({ name }) => name === FOLLOW_JOB)!
    // While it runs there is nothing to be done at once.
    await server.raw(retryJob, { id: follow.id })
    const calls = await server.call(getPortOfCallsForVessel, { mmsi: String(SHIP) })
    return calls.items.map(({ state }) => state).join()
  }
  await until(async () => (await log()).total === 2, 'she entered the area twice')
  await until(async () => (await states()) === 'DEPARTED', 'her call is known')
  await server.call(undoImport, { id, reason: 'another ship' })
  expect(await ended(server, id, 'UNDOING')).toMatchObject({ state: 'UNDONE' })
  await until(async () => (await log()).total === 0, 'nobody entered the area')
  await until(async () => (await states()) === 'CANCELLED', 'nobody called')
  await server.close()
})
