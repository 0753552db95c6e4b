import {
  correctPortCall,
  getDeclaredPort,
  getPortAnalytics,
  getPortCallVersions,
  getPortOfCalls,
  getPortOfCallsForVessel,
  getVesselsStatsForPort,
  mergePortCalls,
  portHistoryByVessel,
  splitPortCall,
} from '@samudra/contract/port-calls'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, NOON, OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'
import type { CallRow } from './call-row.ts'
import { inCalls, storeCalls } from './port-calls.sql.ts'

const HOUR = 3_600_000
const PORT = 'LKCMB'

function aCall(mmsi: string, enteredAt: number, more: Partial<CallRow>): CallRow {
  return {
    id: ulid(),
    version: 1,
    known_from: NOON,
    known_to: null,
    mmsi: Number(mmsi),
    split: 0,
    port_id: PORT,
    state: 'DEPARTED',
    began_at: enteredAt,
    expected_at: null,
    expected_by: null,
    expected_text: null,
    entered_at: enteredAt,
    anchored_at: null,
    berthed_at: enteredAt + 600_000,
    departed_at: enteredAt + HOUR,
    berth: null,
    confidence: 4,
    already_there: false,
    evidence: [1],
    sources: [1],
    lat_udeg: 6_951_000,
    lon_udeg: 79_848_000,
    ship_name: 'MATSYA',
    ship_type: 70,
    draught_in: 90,
    draught_out: 80,
    next_port: null,
    next_text: null,
    computed_from: 'LIVE',
    changed_by: null,
    reason: null,
    ...more,
  }
}

/** Calls of two ships at one port, and one of the first that goes on. */
async function calls({ database }: Sea) {
  const rows = [
    aCall(SHIP, NOON - 30 * HOUR, {}),
    aCall(SHIP, NOON - 5 * HOUR, {}),
    aCall(SHIP, NOON, { state: 'BERTHED', departed_at: null, confidence: 3 }),
    aCall(OTHER, NOON - 5 * HOUR, { ship_type: 80, confidence: 2 }),
  ]
  await inCalls(database.db, async (client) => {
    await client.query('delete from port_calls')
    await storeCalls(client, rows)
  })
  return rows
}
const about = async (sea: Sea) => (await calls(sea), { port_id: PORT })
const ofShip = async (sea: Sea) => (await calls(sea), { mmsi: SHIP })
const period = { from: noon(-1900), to: noon(60) }
const atPort = async (sea: Sea) => (await calls(sea), { id: PORT, ...period })
const open = async (sea: Sea) => {
  const [, , call] = await calls(sea)
  return { id: call!.id, expected_version: 1, reason: 'seen' }
}

export const CASES = [
  parameterCase(getPortOfCalls, { base: about }),
  parameterCase(getPortOfCallsForVessel, { base: ofShip }),
  parameterCase(portHistoryByVessel, { base: ofShip }),
  parameterCase(getDeclaredPort, {
    // Between Kochi in India and Kochi in Japan.
    base: async () => ({ text: 'KOCHI', lat: -10, lon: 120 }),
    other: { lat: 33, lon: 75 },
  }),
  parameterCase(getPortCallVersions, { base: async (sea) => ({ id: (await calls(sea))[0]!.id }) }),
  parameterCase(getVesselsStatsForPort, { base: atPort, other: { id: 'INCOK' } }),
  parameterCase(getPortAnalytics, { base: atPort, other: { id: 'INCOK' } }),
  parameterCase(correctPortCall, {
    base: open,
    other: { anchored_at: noon(5), berthed_at: noon(12), departed_at: noon(90) },
  }),
  parameterCase(mergePortCalls, {
    base: async (sea) => {
      const [, earlier, later] = await calls(sea)
      return { ids: [earlier!.id, later!.id], reason: 'seen' }
    },
    other: { ids: ['none', 'other'] },
  }),
  parameterCase(splitPortCall, {
    base: async (sea) => ({ ...(await open(sea)), left_at: noon(20), back_at: noon(40) }),
    other: { left_at: noon(25), back_at: noon(45) },
  }),
]
