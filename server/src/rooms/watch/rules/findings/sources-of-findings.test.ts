import { getAlerts } from '@samudra/contract/alerts'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { coastAndSatelliteOfFile, receivedAt } from '../../../../../testing/seas/rules.ts'
import { query } from '../../../../platform/needs/query.ts'

let server: TestServer
let receiver: Receiver
coastAndSatelliteOfFile((centre) => void ({ server, receiver } = centre))

const MINUTE = 60_000
const [LISTED, UNALLOCATED, SHARED] = [419000041, 100000041, 419000043]
const at = (minute: number, mmsi: number, lat: number, lon: number) =>
  receivedAt(Date.now() - (30 - minute) * MINUTE, { mmsi, lat, lon, sog: 12, cog: 90 })

type Found = { kind: string; rows: number; without: number }
async function storedBy(): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select rule_id as kind, count(*)::int as rows,
      (count(*) filter (where jsonb_array_length(sources) = 0 or sources @? '$[*] ? (@.size() == 0)'))::int as without
    from rule_results group by 1 union all
    select 'alert ' || type, count(*)::int,
      (count(*) filter (where jsonb_array_length(sources) = 0 or sources @? '$[*] ? (@.size() == 0)'))::int
    from alerts group by 1`.execute(query(server.database.db))
  return rows
}

test('stored findings and alerts of vessels without a static report have their position sources', async () => {
  await server.call(addVesselToList, { id: 'blacklist', mmsis: [String(LISTED)], reason: 'known' })
  const lines = Array.from({ length: 30 }, (_, minute) => [
    ...at(minute, LISTED, 12, 88 + minute / 300),
    ...at(minute, UNALLOCATED, 10, 88 + minute / 300),
    ...at(minute, SHARED, minute % 2 === 0 ? 5 : -20, 80 + minute / 300),
  ])
  for (const some of lines) await receiver.send(some)
  const kinds = ['BLACKLIST', 'ILLEGAL_MMSI', 'MMSI_DUPLICATE']
  let stored: Found[] = []
  await until(
    async () => {
      stored = await storedBy()
      return [...kinds, 'alert BLACKLIST', 'alert MMSI_DUPLICATE'].every((kind) =>
        stored.some((one) => one.kind === kind),
      )
    },
    () => `all are found: ${stored.map(({ kind }) => kind).join(', ')}`,
    60,
  )
  expect(stored.filter(({ without }) => without > 0)).toEqual([])
  expect((await server.call(getAlerts, {})).total).toBeGreaterThan(0)
})
