import { encodePosition } from '@samudra/nautical/ais/encode'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Receiver, aServer, until } from '../../../../testing/servers/a-server.ts'
import { query } from '../../../platform/needs/query.ts'
import { Picture } from '../picture/picture.ts'

test('a batch that the picture fails to judge is stored, and the next one is judged', async () => {
  const receiver = await Receiver.listen()
  const server = await aServer([receiver.feed('MSIS')])
  const judge = vi.spyOn(Picture.prototype, 'judge').mockImplementationOnce(() => {
    throw new Error('no judgement')
  })
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from fixes`.execute(
      query(server.database.db),
    )
    return rows[0]!.n
  }
  const report = { mmsi: 419000123, lon: 75.9, sog: 12.3, cog: 181.5, trueHeading: 180, navStatus: 0 }
  await receiver.send(encodePosition({ ...report, lat: 9.9 }))
  await until(async () => (await stored()) === 1, 'the first fix is stored')
  await receiver.send(encodePosition({ ...report, lat: 9.901 }))
  await until(async () => (await stored()) === 2, 'the second fix is stored')
  expect(judge.mock.results.map(({ type }) => type)).toEqual(['throw', 'return'])
  judge.mockRestore()
  await server.close()
  await receiver.close()
})
