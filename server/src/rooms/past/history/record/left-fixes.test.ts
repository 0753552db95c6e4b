import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../../../testing/servers/a-database.ts'
import { Receiver, aServer, until } from '../../../../../testing/servers/a-server.ts'
import { query } from '../../../../platform/needs/query.ts'
import { keepLeft, storeLeft } from './left-fixes.ts'
import type { Portion } from './recorder.ts'

test('fixes that a stop cannot store without a database are stored once by the next start', async () => {
  const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-left-'))
  const receiver = await Receiver.listen()
  const database = await aDatabase()
  const db = query(database.db)
  const stored = async () => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from fixes`.execute(db)
    return Number(rows[0]!.n)
  }
  try {
    const first = await aServer([receiver.feed('COAST')], database, { cacheFolder })
    await sql`alter table fixes rename to fixes_away`.execute(db)
    await receiver.send(
      Array.from({ length: 500 }, (_, n) => encodePosition({ mmsi: 419000001 + n, lat: 5, lon: 75 })).flat(),
    )
    const waiting = async () => {
      const { fixes } = (await (await fetch(`${first.base}/healthz`)).json()) as {
        fixes: { waiting: number }
      }
      return fixes.waiting
    }
    await until(async () => (await waiting()) === 500, 'they wait')
    await first.halt()
    expect(existsSync(path.join(cacheFolder, 'left-fixes'))).toBe(true)
    await sql`alter table fixes_away rename to fixes`.execute(db)
    for (let n = 0; n < 2; n++) {
      const next = await aServer([], database, { cacheFolder })
      expect(await stored()).toBe(500)
      await next.halt()
    }
    expect(existsSync(path.join(cacheFolder, 'left-fixes'))).toBe(false)
  } finally {
    await receiver.close()
    await database.drop()
    rmSync(cacheFolder, { recursive: true })
  }
})

test('fixes that one stop left and no start stored stay beside those of the next stop', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-left-'))
  const file = path.join(folder, 'left-fixes')
  const portion = (count: number) => ({ fixes: { count } }) as Portion
  await keepLeft(file, [portion(1)])
  await keepLeft(file, [portion(2)])
  const stored: number[] = []
  expect(await storeLeft(file, async ({ fixes }) => void stored.push(fixes.count))).toBe(3)
  expect(stored).toEqual([1, 2])
  writeFileSync(file, 'damaged')
  await expect(storeLeft(file, async () => undefined)).rejects.toThrow(/deserialize|version/)
  await keepLeft(file, [portion(4)])
  expect(await storeLeft(file, async () => undefined)).toBe(4)
  expect(readdirSync(folder)).toEqual(['left-fixes.damaged'])
  rmSync(folder, { recursive: true })
})
