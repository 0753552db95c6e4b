// Rooms: exchange, history
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { commitImport, getImport } from '@samudra/contract/exchange'
import { getTrackForMmsi } from '@samudra/contract/history'
import { afterEach, expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { size } from '../../../../testing/servers/durability-size.ts'
import { brought, committed as commit } from '../../../../testing/seas/stored-imports.ts'

const ROWS = size(30_000, 60_000)

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

test('stored only in part when the server ended, an import is taken back at the next start', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-imports-'))
  open.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
  const sea = await aServer([], undefined, { cacheFolder: folder })
  open.push(sea)
  const rows = Array.from(
    { length: ROWS },
    (_, n) =>
      `419${String(n % 500).padStart(6, '0')},${new Date(Date.UTC(2020, 0, 1) + n * 1000).toISOString()},10,${(60 + n / 10_000).toFixed(5)}`,
  )
  const checked = await brought(sea, 'long.csv', Buffer.from(['mmsi,time,lat,lon', ...rows].join('\n')))
  await sea.call(commitImport, { id: checked.id })
  await until(
    async () => (await sea.call(getImport, { id: checked.id })).progress > 0.1,
    'some of it is stored',
  )
  await sea.halt()
  const again = await aServer([], sea.database, { cacheFolder: folder })
  open.push({ close: () => again.halt() })
  const after = await again.call(getImport, { id: checked.id })
  expect(after.state).toBe('CHECKED')
  const points = async () =>
    (
      await again.call(getTrackForMmsi, {
        mmsi: '419000000',
        from: '2020-01-01T00:00:00Z',
        to: '2020-01-02T00:00:00Z',
      })
    ).points.length
  expect(await points()).toBe(0)
  expect(await commit(again, checked.id)).toMatchObject({ state: 'COMMITTED', fixes: ROWS, duplicates: 0 })
  expect(await points()).toBe(ROWS / 500)
})
