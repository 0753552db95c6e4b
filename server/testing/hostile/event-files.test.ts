import { addVesselEventsAndDisasters, uploadEventFile } from '@samudra/contract/events'
import { updateAdminSettings, getAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../a-server.ts'
import { aUser } from '../a-user.ts'
import { upload } from '../uploads.ts'
import { size } from './attack.ts'

const MOST_WAITING = 50
/** As many files of one user may be on their way. */
const AT_ONCE = 4
let sea: TestServer
beforeAll(async () => {
  sea = await aServer()
}, 60_000)
afterAll(() => sea.close())

const bring = (who: { token: string }, name: string, bytes: Uint8Array) =>
  upload(sea.base, who.token, uploadEventFile, { name }, bytes)
const codeOf = (answer: Awaited<ReturnType<typeof bring>>) => (answer.Status ? 'KEPT' : answer.Code)

const eventWith = (file_id: string) => ({
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY' as const,
  title: 'With a note',
  text: '',
  severity: 'LOW' as const,
  status: 'DETECTED' as const,
  visibility: 'CENTRE' as const,
  start_at: '2026-03-01T06:00:00.000Z',
  end_at: null,
  geometry: { type: 'Point' as const, coordinates: [72, 10] as [number, number] },
  mmsis: [],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [file_id],
})

test('of files a user sends at once no more are kept than may wait', async () => {
  const asha = await aUser(sea, 'asha')
  // Known as pictures by how they begin, so that all come at the same moment.
  const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')
  const codes: string[] = []
  for (let wave = 0; wave < size(15, 100); wave++) {
    const sent = Array.from({ length: AT_ONCE }, (_, n) => bring(asha, `${n}.png`, picture))
    codes.push(...(await Promise.all(sent)).map(codeOf))
  }
  expect(codes.filter((code) => code === 'KEPT')).toHaveLength(MOST_WAITING)
  expect(new Set(codes)).toEqual(new Set(['KEPT', 'TOO_LARGE']))
})

test('files that belong to events count too: a user keeps no more than the administrators allow', async () => {
  const binu = await aUser(sea, 'binu')
  const { version } = await sea.call(getAdminSettings, {})
  await sea.call(updateAdminSettings, { changes: { 'system.user_files_mb': 1 }, expected_version: version })
  const note = Buffer.alloc(300_000, 'a')
  for (let n = 0; n < 3; n++) {
    const kept = await bring(binu, `${n}.txt`, note)
    if (!kept.Status) throw new Error(kept.Message)
    await binu.call(addVesselEventsAndDisasters, eventWith(kept.Data.file_id))
  }
  const refused = await bring(binu, 'more.txt', note)
  expect(refused).toMatchObject({ Status: false, Code: 'TOO_LARGE' })
  expect(refused.Message).toContain('of the 1 MB a user has')
})
