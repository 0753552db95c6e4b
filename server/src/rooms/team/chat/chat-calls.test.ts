import { createHash } from 'node:crypto'
import {
  chatChannels,
  chatFile,
  chatPosts,
  chatUsers,
  exportChannel,
  exportHeldChat,
  uploadChatFile,
} from '@samudra/contract/chat-calls'
import { getUsers } from '@samudra/contract/identity'
import { setLegalHold } from '@samudra/contract/legal-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, ChatTester, PASSWORD } from '../../../../testing/chat/chat-server.ts'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { download, upload } from '../../../../testing/samples/uploads.ts'

type Session = Awaited<ReturnType<TestServer['logIn']>>
let server: TestServer
let [asha, ben]: Session[] = []
let [ashaInChat, benInChat]: ChatTester[] = []
beforeAll(async () => {
  server = await aServer()
  for (const name of ['asha', 'ben']) await addUser(server.database.db, name)
  asha = await server.logIn('asha', PASSWORD)
  ben = await server.logIn('ben', PASSWORD)
  ashaInChat = await ChatTester.logIn(server, 'asha')
  benInChat = await ChatTester.logIn(server, 'ben')
})
afterAll(() => server.close())

const linesIn = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Record<string, unknown>)

test('users (chat), channels (chat) and posts (chat) return the data of the chat server', async () => {
  const { items: users } = await asha!.call(chatUsers, {})
  expect(users.map(({ username }) => username)).toEqual(['admin', 'asha', 'ben'])
  expect((await asha!.call(chatUsers, { q: 'be' })).items).toHaveLength(1)
  const direct = await benInChat!.client.createDirectChannel([benInChat!.id, ashaInChat!.id])
  const posts = []
  for (const text of ['one', 'two', 'three']) posts.push(await benInChat!.post(direct.id, text))
  const { items: channels } = await asha!.call(chatChannels, { type: 'D' })
  expect(channels).toMatchObject([{ id: direct.id, type: 'D', mention_count: 3 }])
  const page = await asha!.call(chatPosts, { id: direct.id, limit: 2 })
  expect(page.items.map(({ message }) => message)).toEqual(['three', 'two'])
  const before = await asha!.call(chatPosts, { id: direct.id, before: page.next! })
  expect(before.items.map(({ message }) => message)).toEqual(['one'])
  const next = await asha!.call(chatPosts, { id: direct.id, cursor: page.next! })
  expect(next).toEqual(before)
  const after = await asha!.call(chatPosts, { id: direct.id, after: posts[1]!.id })
  expect(after.items.map(({ message }) => message)).toEqual(['three'])
  expect(await server.raw(chatPosts, { id: direct.id })).toMatchObject({ Code: 'FORBIDDEN' })
})

test('uploadFiles (chat) and files (chat) move a file to and from a channel, for its members', async () => {
  const channel = await ashaInChat!.channel({ members: [benInChat!] })
  const bytes = Buffer.from('first line of the log')
  const put = await upload(
    server.base,
    asha!.token,
    uploadChatFile,
    { channel_id: channel.id, name: 'log.txt' },
    bytes,
  )
  if (!put.Status) throw new Error(put.Message)
  const file = put.Data
  expect(file).toMatchObject({ name: 'log.txt', size: bytes.length, type: 'text/plain' })
  await ashaInChat!.post(channel.id, 'the log', { file_ids: [file.id] })
  const got = await download(server.base, ben!.token, chatFile, { id: file.id })
  expect(Buffer.from(got.bytes).toString()).toBe('first line of the log')
  const refused = await download(server.base, server.token, chatFile, { id: file.id })
  expect(refused.envelope).toMatchObject({ Code: 'FORBIDDEN' })
  const other = await benInChat!.channel()
  expect(
    await upload(server.base, asha!.token, uploadChatFile, { channel_id: other.id, name: 'x.txt' }, bytes),
  ).toMatchObject({ Code: 'FORBIDDEN' })
})

test('exportChannel saves members, texts before edits and deleted messages', async () => {
  const channel = await ashaInChat!.channel({ members: [benInChat!] })
  const post = await benInChat!.post(channel.id, 'befor')
  await benInChat!.client.patchPost({ id: post.id, message: 'before' })
  const gone = await benInChat!.post(channel.id, 'a slip')
  await benInChat!.client.deletePost(gone.id)
  const { bytes } = await download(server.base, asha!.token, exportChannel, { id: channel.id })
  const lines = linesIn(bytes)
  expect(lines[0]).toMatchObject({ kind: 'channel', members: [{ username: 'asha' }, { username: 'ben' }] })
  expect(lines).toContainEqual(
    expect.objectContaining({
      author: 'ben',
      message: 'before',
      edits: [expect.objectContaining({ message: 'befor' })],
    }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ message: 'a slip', deleted_by: 'ben' }))
  const refused = await download(server.base, ben!.token, exportChannel, { id: channel.id })
  expect(refused.envelope).toMatchObject({ Code: 'FORBIDDEN' })
})

test('exportHeldChat saves the channels of a user under legal hold for a reason, sealed', async () => {
  const channel = await benInChat!.channel({ members: [ashaInChat!] })
  await benInChat!.post(channel.id, 'held words')
  const { items } = await server.call(getUsers, { q: 'ben' })
  const hold = await server.call(setLegalHold, { user_id: items[0]!.id, reason: 'Case 12' })
  const { bytes } = await download(server.base, server.token, exportHeldChat, {
    id: hold.id,
    reason: 'Case 12',
  })
  const text = Buffer.from(bytes).toString('utf8')
  const lines = linesIn(bytes)
  expect(lines[0]).toMatchObject({ kind: 'legal_hold', user: 'ben' })
  expect(lines).toContainEqual(expect.objectContaining({ message: 'held words' }))
  const seal = lines.at(-1)!
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  expect(seal['sha256']).toBe(createHash('sha256').update(before).digest('hex'))
  expect(seal['hmac_sha256']).toMatch(/^[0-9a-f]{64}$/)
  const none = await download(server.base, server.token, exportHeldChat, { id: 'none', reason: 'Case 12' })
  expect(none.envelope).toMatchObject({ Code: 'NOT_FOUND' })
})
