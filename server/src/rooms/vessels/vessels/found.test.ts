import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { getVesselDetailsV2, joinVessels } from '@samudra/contract/vessels'
import { encodePosition, encodeStaticVoyage } from '@samudra/nautical/ais/encode'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { aServer, Receiver, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { coastAndSatelliteIn } from '../../../../testing/seas/alerts.ts'
import { aResult, storedResults } from '../../../../testing/seas/results.ts'

const [QUIET, SPOOFED] = [419000801, 419000802]
const HOUR = 3_600_000
const reports = (mmsi: number) => [
  ...encodePosition({ mmsi, lat: 10, lon: 72, sog: 8, cog: 90, second: new Date().getUTCSeconds() }),
  ...encodeStaticVoyage({
    mmsi,
    name: `SHIP ${mmsi}`,
    callSign: 'VTAB',
    shipType: 70,
    toBow: 100,
    toStern: 50,
    toPort: 10,
    toStarboard: 12,
  }),
]

test('continuing false positions are a risk on the vessel page, now, in the past, by an old MMSI', async () => {
  const database = await aDatabase()
  await coastAndSatelliteIn(database.db)
  const began = Date.now() - 6 * HOUR
  await storedResults(database.db, [
    aResult(began, { id: 'jumps', rule_id: 'SPOOFING_EVENT', mmsi: SPOOFED, sources: [[2]] }),
  ])
  const receiver = await Receiver.listen()
  const server = await aServer([receiver.feed('COAST')], database)
  await receiver.send([...reports(QUIET), ...reports(SPOOFED)])
  const raw = (mmsi: number) => server.raw(getVesselDetailsV2, { mmsi: String(mmsi) })
  const isReceived = async (mmsi: number) => (await raw(mmsi)).Status
  await until(async () => (await isReceived(QUIET)) && (await isReceived(SPOOFED)), 'the register knows both')
  const pageOf = (mmsi: number, more: { as_of?: string } = {}) =>
    server.call(getVesselDetailsV2, { mmsi: String(mmsi), ...more })

  const atRisk = { level: 'MEDIUM', reasons: ['Detected within four days: Spoofing.'] }
  const spoofed = await pageOf(SPOOFED)
  expect(spoofed.risk).toEqual(atRisk)
  expect((await pageOf(SPOOFED, { as_of: new Date().toISOString() })).risk).toEqual(atRisk)
  expect((await server.call(getAisDetailsByVessel, { mmsi: String(SPOOFED) })).found).toEqual([
    { code: 'SPOOFING_EVENT', last_at: null },
  ])
  const quiet = await pageOf(QUIET)
  expect(quiet.risk).toEqual({ level: 'NONE', reasons: [] })

  const coast = await aUser(server, 'coast', ['COAST'])
  const theirs = await coast.call(getVesselDetailsV2, { mmsi: String(SPOOFED) })
  expect(theirs.risk).toEqual({ level: 'NONE', reasons: [] })

  const joined = await server.call(joinVessels, { id: quiet.id, other_id: spoofed.id, reason: 'one hull' })
  expect(joined.risk.reasons).toContain(atRisk.reasons[0])
  await server.close()
  await receiver.close()
})
