import { expect, test } from 'vitest'
import type { ChatTester } from '../../../../../testing/chat/chat-server.ts'
import {
  CHAT_ID,
  chatContract,
  expectHidden,
  expectRefused,
  NO_ID,
} from '../../../../../testing/chat/chat-contract.ts'
import { rawAt } from '../../../../../testing/chat/chat-server.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Form of an upload, as browsers send it. */
function formOf(
  channelId: string,
  files: [name: string, bytes: Uint8Array | string, type: string][],
): FormData {
  const form = new FormData()
  form.append('channel_id', channelId)
  for (const [name, bytes, type] of files) {
    form.append('client_ids', `client-${name}`)
    form.append('files', new File([bytes], name, { type }), name)
  }
  return form
}

const upload = async (
  user: ChatTester,
  channelId: string,
  name: string,
  bytes: Uint8Array | string,
  type: string,
) => (await user.client.uploadFile(formOf(channelId, [[name, bytes, type]]))).file_infos[0]!

chatContract('files', (cast) => {
  test('files are uploaded, described, attached to a post and read by members', async () => {
    const { server, asha, ben, chen } = cast()
    const channel = await asha.channel({ members: [ben] })
    const form = formOf(channel.id, [
      ['chart of Kochi.png', PNG, 'image/png'],
      ['log.txt', 'first line', 'text/plain'],
    ])
    const { file_infos: infos, client_ids: ids } = await asha.client.uploadFile(form)
    expect(ids).toEqual(['client-chart of Kochi.png', 'client-log.txt'])
    expect(infos[0]).toMatchObject({
      id: expect.stringMatching(CHAT_ID),
      user_id: asha.id,
      channel_id: channel.id,
      name: 'chart of Kochi.png',
      extension: 'png',
      size: PNG.length,
      mime_type: 'image/png',
      width: 1,
      height: 1,
      create_at: expect.any(Number),
    })
    expect(infos[1]).toMatchObject({ name: 'log.txt', extension: 'txt', size: 10 })
    const post = await asha.post(channel.id, '', { file_ids: infos.map(({ id }) => id) })
    expect(post.metadata.files.map(({ id }) => id)).toEqual(infos.map(({ id }) => id))
    expect((await ben.client.getFileInfosForPost(post.id)).map(({ name }) => name)).toEqual(
      infos.map(({ name }) => name),
    )
    const bytes = await fetch(ben.client.getFileUrl(infos[0]!.id, 0), {
      headers: { authorization: `Bearer ${ben.token}` },
    })
    expect(Buffer.from(await bytes.arrayBuffer()).equals(PNG)).toBe(true)
    expect(bytes.headers.get('content-type')).toBe('image/png')
    expect((await ben.raw('GET', `/files/${infos[0]!.id}/info`)).json()).toMatchObject({ id: infos[0]!.id })
    expect((await chen.raw('GET', `/files/${infos[0]!.id}`)).status).toBe(403)
    expect((await rawAt(server.base, 'GET', `/files/${infos[0]!.id}`)).status).toBe(401)
    expect((await ben.raw('GET', `/files/${NO_ID}`)).status).toBe(404)
    await expectHidden(chen.client.getFileInfosForPost(post.id))
    expect((await asha.client.getChannelStats(channel.id)).files_count).toBe(2)
  })

  test('pages that could run in the browser are sent as attachments', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    for (const [name, type] of [
      ['page.html', 'text/html'],
      ['drawing.svg', 'image/svg+xml'],
      ['script.js', 'text/javascript'],
      ['page.png', 'text/html'],
    ] as const) {
      const { id } = await upload(asha, channel.id, name, '<svg onload="alert(1)"></svg>', type)
      const answer = await asha.raw('GET', `/files/${id}`)
      expect({ name, disposition: answer.headers.get('content-disposition')?.split(';')[0] }).toEqual({
        name,
        disposition: 'attachment',
      })
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('a picture has a thumbnail and a preview, and a text has none', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const [picture, text] = [
      await upload(asha, channel.id, 'a.png', PNG, 'image/png'),
      await upload(asha, channel.id, 'a.txt', 'x', 'text/plain'),
    ]
    for (const kind of ['thumbnail', 'preview']) {
      const answer = await asha.raw('GET', `/files/${picture.id}/${kind}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
      expect([400, 404]).toContain((await asha.raw('GET', `/files/${text.id}/${kind}`)).status)
    }
  })

  test('a file of a post is not attached to another, nor by another user', async () => {
    const { asha, ben } = cast()
    const channel = await asha.channel({ members: [ben] })
    const info = await upload(asha, channel.id, 'once.txt', 'once', 'text/plain')
    await expectRefused(ben.post(channel.id, 'mine', { file_ids: [info.id] }), 400)
    await asha.post(channel.id, 'mine', { file_ids: [info.id] })
    await expectRefused(asha.post(channel.id, 'again', { file_ids: [info.id] }), 400)
    const other = await asha.channel()
    const elsewhere = await upload(asha, channel.id, 'two.txt', 'two', 'text/plain')
    await expectRefused(asha.post(other.id, 'elsewhere', { file_ids: [elsewhere.id] }), 400)
  })

  test('uploads are refused without channel, without right, and above ten files', async () => {
    const { asha, chen } = cast()
    const channel = await asha.channel()
    await expectRefused(asha.client.uploadFile(formOf('', [['a.txt', 'a', 'text/plain']])), 400)
    await expectHidden(chen.client.uploadFile(formOf(channel.id, [['a.txt', 'a', 'text/plain']])))
    const many = Array.from(
      { length: 11 },
      (_, i) => [`${i}.txt`, 'x', 'text/plain'] as [string, string, string],
    )
    await expectRefused(asha.client.uploadFile(formOf(channel.id, many)), 400)
    await expectRefused(asha.client.uploadFile(formOf(channel.id, [])), 400)
  })

  test('a file larger than the limit is refused with 413, and its size is in the configuration', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const limit = Number((await asha.client.getClientConfig()).MaxFileSize)
    expect(limit).toBeGreaterThan(1024 * 1024)
    const big = new Uint8Array(limit + 1)
    await expectRefused(
      asha.client.uploadFile(formOf(channel.id, [['big.bin', big, 'application/octet-stream']])),
      413,
    )
  })

  test.each(['../../etc/passwd', 'a\\b.txt', 'x'.repeat(300), 'ком пас.txt', 'a"b;c.txt', '\u202etxt.exe'])(
    'a file called %s is stored under a name that is safe to save',
    async (name) => {
      const { asha } = cast()
      const channel = await asha.channel()
      const answer = await asha.client.uploadFile(formOf(channel.id, [[name, 'x', 'text/plain']])).then(
        ({ file_infos }) => file_infos[0]!,
        (error: { status_code: number }) => {
          expect(error.status_code).toBe(400)
        },
      )
      if (answer === undefined) return
      expect(answer.name).not.toMatch(/[/\\]|^\.\.|\u202e/)
      const read = await asha.raw('GET', `/files/${answer.id}`)
      expect(read.headers.get('content-disposition') ?? '').not.toMatch(/[\r\n]/)
    },
  )

  test('files are found by name and words of the user alone', async () => {
    const { asha, chen } = cast()
    const channel = await asha.channel()
    const info = await upload(asha, channel.id, 'bathymetry.csv', 'a,b', 'text/csv')
    await asha.post(channel.id, 'depths', { file_ids: [info.id] })
    const found = await asha.client.searchFiles(asha.team, 'bathymetry', false)
    expect(found.order).toEqual([info.id])
    expect((await chen.client.searchFiles(chen.team, 'bathymetry', false)).order).toEqual([])
    const list = await asha.client.searchPosts(asha.team, 'has:file', false)
    expect(list.order.length).toBeGreaterThanOrEqual(1)
  })

  test('a deleted post takes its files along', async () => {
    const { asha } = cast()
    const channel = await asha.channel()
    const info = await upload(asha, channel.id, 'gone.txt', 'gone', 'text/plain')
    const post = await asha.post(channel.id, 'with file', { file_ids: [info.id] })
    await asha.client.deletePost(post.id)
    expect((await asha.raw('GET', `/files/${info.id}`)).status).toBe(404)
  })
})
