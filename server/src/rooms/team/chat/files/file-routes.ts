import { Readable } from 'node:stream'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { accessTo } from '../channels/channel-access.ts'
import type { Chat } from '../chat.ts'
import { presentFile, type PresentedFile } from '../presented.ts'
import { forbidden, invalidBody, notFound, tooLarge } from '../v4/chat-error.ts'
import { get, post, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { insertChatFile } from './chat-files.sql.ts'
import { presentFiles } from './present-files.ts'
import { readMultipart, type Part } from './multipart.ts'
import { fileFor } from './post-files.ts'

const MB = 1024 * 1024
/** Types that a browser shows in a page of ours without acting; everything else is saved. */
const SHOWN =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|application\/pdf)$/

export const fileRoutes = (chat: Chat): ChatRoute[] => [
  post('/files', async (call) => ({ status: 201, json: await upload(chat, call) })),
  get('/files/:f', async (call) => send(chat, call, await fileFor(chat, call.params['f']!, call.me))),
  get('/files/:f/info', async ({ params, me }) => {
    const { file } = await fileFor(chat, params['f']!, me)
    return { json: (await presentFiles(chat, [file.id])).get(file.id.toLowerCase()) }
  }),
  get('/files/:f/thumbnail', (call) => sendSmall(chat, call)),
  get('/files/:f/preview', (call) => sendSmall(chat, call)),
]

type Uploaded = { file_infos: PresentedFile[]; client_ids: string[] }
/** Receives files of a post that is being written. Throws 400, 403, 413. */
async function upload(chat: Chat, { request, query, caller, me }: ChatCall): Promise<Uploaded> {
  const type = request.headers['content-type'] ?? ''
  const body = request.body as Readable
  const uploaded: Uploaded = { file_infos: [], client_ids: [] }
  let channel = query['channel_id'] ?? ''
  const mayUpload = async () => {
    if (channel === '') throw invalidBody('Name the channel by channel_id, before the files.')
    const { channel: row } = await accessTo(chat, channel, me)
    if (row.delete_at > 0) throw forbidden('This channel is archived.')
  }
  const store = async (name: string, bytes: AsyncIterable<Uint8Array>) => {
    await mayUpload()
    uploaded.file_infos.push(await receiveFile(chat, { by: caller.userId, channel, name, bytes }))
  }
  if (!type.startsWith('multipart/form-data')) {
    const name = query['filename']
    if (name === undefined || channel === '')
      throw invalidBody('Send the file as multipart/form-data with channel_id.')
    await store(name, body)
    return uploaded
  }
  await readMultipart(body, type, async (part: Part) => {
    if (part.kind === 'file') return store(part.name, part.bytes)
    if (part.field === 'channel_id') channel = part.value
    if (part.field === 'client_ids') uploaded.client_ids.push(part.value)
    return undefined
  })
  if (uploaded.file_infos.length === 0) throw invalidBody('No file was received; name the part files.')
  return uploaded
}

type Incoming = { by: string; channel: string; name: string; bytes: AsyncIterable<Uint8Array> }
/** Receives a file of a channel, scanned by its content. Throws 400, 413. */
export async function receiveFile(
  chat: Chat,
  { by, channel, name, bytes }: Incoming,
): Promise<PresentedFile> {
  const mb = chat.settings.number('chat.max_attachment_mb')
  return chat.files.receive({ name, by, bytes: noMore(bytes, mb) }, async (come, keep) => {
    if (come.size === 0) throw invalidBody(`The file ${name} is empty.`)
    if (come.why !== null) throw invalidBody(`${name}: ${come.why}`)
    const row = await keep({})
    const { width = 0, height = 0 } = come
    const of = { file_id: row.id, channel_id: channel, width, height }
    await insertChatFile(chat.db, of)
    return presentFile(row, of)
  })
}
async function* noMore(bytes: AsyncIterable<Uint8Array>, mb: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > mb * MB) throw tooLarge(`The file is larger than ${mb} MB; send a smaller one.`)
    yield part
  }
}

type Found = Awaited<ReturnType<typeof fileFor>>
async function send(chat: Chat, call: ChatCall, { file }: Found) {
  const { reply, request, query } = call
  const isShown = SHOWN.test(file.type) && query['download'] !== '1'
  const range = rangeOf(request.headers.range, file.size)
  dress(call, file.type, isShown ? 'inline' : 'attachment', file.name)
  void reply.header('Accept-Ranges', 'bytes')
  if (range === null) {
    await reply.header('Content-Length', file.size).send(Readable.from(await chat.files.read(file)))
    return null
  }
  if (range === 'unsatisfiable') {
    await reply.code(416).header('Content-Range', `bytes */${file.size}`).send()
    return null
  }
  const { from, to } = range
  void reply
    .code(206)
    .header('Content-Range', `bytes ${from}-${to}/${file.size}`)
    .header('Content-Length', to - from + 1)
  await reply.send(Readable.from(await chat.files.read(file, { from, to: to + 1 })))
  return null
}

async function sendSmall(chat: Chat, call: ChatCall) {
  const { file } = await fileFor(chat, call.params['f']!, call.me)
  try {
    const bytes = await chat.files.thumbnail(file, call.caller.userId)
    dress(call, 'image/webp', 'inline', 'preview')
    await call.reply.send(Readable.from(bytes))
    return null
  } catch (error) {
    if (error instanceof OperationError && error.code === 'NOT_FOUND')
      throw notFound('A preview of this file')
    throw error
  }
}

/** Sets the headers of bytes that people sent: never run, never guessed, stored by no proxy. */
function dress({ reply }: ChatCall, type: string, disposition: 'inline' | 'attachment', name: string) {
  void reply
    .header('Content-Type', type)
    .header('Content-Disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cache-Control', 'private, max-age=3600')
    .removeHeader('Expires')
}

/** Returns the range that a request names, inclusive; null for the whole file. */
function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return from <= to && from < size ? { from, to } : 'unsatisfiable'
}
