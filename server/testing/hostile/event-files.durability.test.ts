// Rooms: events, kernel
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import {
  addVesselEventsAndDisasters,
  getEventFile,
  getEventFileThumbnail,
  uploadEventFile,
} from '@samudra/contract/events'
import { getVesselStats } from '@samudra/contract/picture'
import { updateAdminSettings, getAdminSettings } from '@samudra/contract/settings'
import { CLEAR_TYPE, bytesOf, withRecord } from '@samudra/contract/wire/seal'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../src/platform/needs/query.ts'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { aPng } from '../samples/pictures.ts'
import { download, upload } from '../samples/uploads.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'
import { anEvent } from '../seas/an-event.ts'

const MB = 1024 * 1024
const MOST_WAITING = 50
/** Places that are left when many files come at once. */
const LEFT = 6
/** As many files of one user may be on their way. */
const AT_ONCE = 4
let sea: TestServer
const cacheFolder = mkdtempSync(path.join(os.tmpdir(), 'samudra-hostile-'))
const coming = path.join(cacheFolder, 'files', 'coming')
beforeAll(async () => {
  sea = await aServer([], undefined, { cacheFolder })
})
afterAll(async () => {
  await sea.close()
  rmSync(cacheFolder, { recursive: true })
})

const bring = (who: { token: string }, name: string, bytes: Uint8Array) =>
  upload(sea.base, who.token, uploadEventFile, { name }, bytes)
const codeOf = (answer: Awaited<ReturnType<typeof bring>>) => (answer.Status ? 'KEPT' : answer.Code)

test('files sent at once by a user are stored up to the limit of unattached ones', async () => {
  const asha = await aUser(sea, 'asha')
  const picture = aPng(1, 1)
  expect(await bring(asha, 'first.png', picture)).toMatchObject({ Status: true })
  // Each is decoded in a process of its own: most of those that wait are copied.
  await sql`insert into files select (jsonb_populate_record(f, jsonb_build_object('id', f.id || n))).*
    from files f, generate_series(2, ${MOST_WAITING - LEFT}::int) n where f.name = 'first.png'`.execute(
    query(sea.database.db),
  )
  const codes: string[] = []
  for (let wave = 0; wave < size(3, 10); wave++) {
    const sent = Array.from({ length: AT_ONCE }, (_, n) => bring(asha, `${n}.png`, picture))
    codes.push(...(await Promise.all(sent)).map(codeOf))
  }
  expect(codes.filter((code) => code === 'KEPT')).toHaveLength(LEFT)
  expect(new Set(codes)).toEqual(new Set(['KEPT', 'TOO_LARGE']))
})

const allow = async (mb: number) => {
  const { version } = await sea.call(getAdminSettings, {})
  await sea.call(updateAdminSettings, { changes: { 'system.user_files_mb': mb }, expected_version: version })
}

test("files of events count towards the administrators' limit per user", async () => {
  const binu = await aUser(sea, 'binu')
  await allow(1)
  const note = Buffer.alloc(300_000, 'a')
  for (let n = 0; n < 3; n++) {
    const stored = await bring(binu, `${n}.txt`, note)
    if (!stored.Status) throw new Error(stored.Message)
    await binu.call(addVesselEventsAndDisasters, anEvent({ file_ids: [stored.Data.file_id] }))
  }
  const refused = await bring(binu, 'more.txt', note)
  expect(refused).toMatchObject({ Status: false, Code: 'TOO_LARGE' })
  expect(refused.Message).toContain('of the 1 MB allowed per user')
  await allow(100)
})

test('names of files neither escape nor hide anything, and the content decides the type', async () => {
  const chand = await aUser(sea, 'chand')
  for (const [name, plain] of [
    ['../../../samudra.key', 'samudra.key'],
    ['..\\..\\x.txt', 'x.txt'],
    ['/etc/passwd', 'passwd'],
    ['chart\u202Egnp.exe', 'chartgnp.exe'],
    ['a\r\nContent-Type: text_html.txt', 'aContent-Type_ text_html.txt'],
  ] as const)
    expect(await bring(chand, name, Buffer.from('a note'))).toMatchObject({
      Data: { name: plain, scan: 'CLEAN' },
    })
  const page = '<!doctype html><script>alert(1)</script>'
  const drawing = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  for (const [name, text] of [
    ['photo.png', page],
    ['photo.jpg', drawing],
    ['photo.gif', `\ufeff${page}`],
  ] as const)
    expect(await bring(chand, name, Buffer.from(text))).toMatchObject({ Data: { scan: 'BLOCKED' } })
  // What begins as a picture is given out as one, whatever follows.
  const both = await bring(chand, 'photo.html', Buffer.concat([aPng(3, 3), Buffer.from(page)]))
  expect(both).toMatchObject({ Data: { type: 'image/png', scan: 'CLEAN' } })
})

test('an upload without an end is refused, and one that breaks off leaves nothing', async () => {
  const devi = await aUser(sea, 'devi')
  const url = new URL(sea.base)
  const head = Buffer.from(await bytesOf(withRecord({ name: 'endless.txt' }, [])))
  const part = Buffer.alloc(MB, 0x61)
  async function send(most: number): Promise<string> {
    const socket = net.connect(Number(url.port), url.hostname)
    let output = ''
    socket.on('data', (answer) => (output += String(answer))).on('error', () => undefined)
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      `POST ${uploadEventFile.path} HTTP/1.1\r\nHost: sea\r\nAuthorization: Bearer ${devi.token}\r\nContent-Type: ${CLEAR_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
    socket.write(chunk(head))
    for (let n = 0; n < most && output === ''; n++)
      await new Promise<void>((resolve) => void socket.write(chunk(part), () => resolve()))
    if (most < 25) {
      await until(() => readdirSync(coming).length > 0, 'some of it has come')
      socket.destroy()
    } else await until(() => output.includes('TOO_LARGE'), 'it is refused')
    socket.destroy()
    await ended
    return output
  }
  expect(await send(1000)).toMatch(/ 413 .*TOO_LARGE/s)
  expect(await send(3)).toBe('')
  await until(() => readdirSync(coming).length === 0, 'nothing of them is left')
})

test('an image of 400 megapixels has no thumbnail, one of gigabytes is rejected; calls continue', async () => {
  const file = await bring(sea, 'large.png', aPng(20_000, 20_000))
  if (!file.Status) throw new Error(file.Message)
  const bomb = aPng(50_000, 50_000, size(1, 50_000))
  const others = () => sea.call(getVesselStats, { by: 'source' })
  const refused = await whileOthersCall(() => bring(sea, 'bomb.png', bomb), others)
  const began = performance.now()
  const { result } = await whileOthersCall(
    () => download(sea.base, sea.token, getEventFileThumbnail, { id: file.Data.file_id }),
    others,
  )
  expect(result.envelope).toMatchObject({ Code: 'NOT_FOUND' })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(refused.result).toMatchObject({
    Data: { scan: 'BLOCKED', why: expect.stringContaining('too large to check after unpacking') as string },
  })
})

test('open downloads hold one piece each, other calls continue, and the file is closed with them', async () => {
  const file = await bring(sea, 'large.txt', Buffer.alloc(20 * MB, 0x61))
  if (!file.Status) throw new Error(file.Message)
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith(file.Data.sha256)
      } catch {
        return false
      }
    }).length
  const url = new URL(sea.base)
  const many = size(20, 200)
  const before = process.memoryUsage().arrayBuffers
  const { result: sockets } = await whileOthersCall(
    async () => {
      const held = Array.from({ length: many }, () => net.connect(Number(url.port), url.hostname).pause())
      for (const socket of held) {
        socket.on('error', () => undefined)
        socket.write(
          `GET ${getEventFile.path.replace('{id}', file.Data.file_id)} HTTP/1.1\r\nHost: sea\r\nAuthorization: Bearer ${sea.token}\r\n\r\n`,
        )
      }
      await until(() => open() === many, 'all are being read')
      return held
    },
    () => sea.call(getVesselStats, { by: 'source' }),
  )
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(many * 2 * MB)
  for (const socket of sockets) socket.destroy()
  await until(() => open() === 0, 'the file is let go')
})
