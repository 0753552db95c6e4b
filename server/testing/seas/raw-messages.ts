import { getAisHistoryForTrackBtwInterval, getRawMessages } from '@samudra/contract/history'
import type { TestServer } from '../servers/a-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Last fix of a ship, within 40 days from now. */
export async function fixOf(server: Pick<TestServer, 'call'>, mmsi: number) {
  const from = new Date(Date.now() - HOUR).toISOString()
  const to = new Date(Date.now() + 40 * DAY).toISOString()
  return (
    await server.call(getAisHistoryForTrackBtwInterval, { mmsi: String(mmsi), from, to, limit: 1 })
  ).items.at(0)
}
/** Answer of what was received for the last fix of a ship. */
export async function rawOf(server: Pick<TestServer, 'call'>, mmsi: number) {
  const fix = (await fixOf(server, mmsi))!
  return server.call(getRawMessages, { fix_id: fix.id, mmsi: String(mmsi) })
}
