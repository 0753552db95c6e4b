import {
  chatChannels,
  chatFile,
  chatPosts,
  chatUsers,
  exportChannel,
  exportHeldChat,
  uploadChatFile,
} from '@samudra/contract/chat-calls'
import type { Code } from '@samudra/contract/wire/messages'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { accessTo } from './channels/channel-access.ts'
import { teamChannels } from './channels/channel-changes.ts'
import type { Chat } from './chat.ts'
import { chatIdOf } from './chat-ids.ts'
import { receiveFile } from './files/file-routes.ts'
import { fileFor } from './files/post-files.ts'
import { presentPosts } from './posts/post-lists.ts'
import { postById, postsOf, type PostsWanted } from './posts/posts.sql.ts'
import { bytesOf, channelLines, sealedLines } from './storage/exports.ts'
import { ChatError } from './v4/chat-error.ts'

const MOST_USERS = 5000
const LINES = 'application/x-ndjson'

/** The chat by operations of the main API, as the specification names them, and exports. */
export const chatOps = (chat: Chat, sealKey: Buffer): Handled[] => [
  ...listOps(chat),
  ...fileOps(chat),
  ...exportOps(chat, sealKey),
]

const listOps = (chat: Chat): Handled[] => [
  handle(chatUsers, async ({ input }) => {
    const accounts = await chat.identity.accountPage({
      offset: 0,
      limit: MOST_USERS,
      prefix: input.q ?? '',
      isActive: true,
    })
    const page = pageOf(accounts, input, chat.clock.now())
    const statuses = await chat.presence.statuses(page.items.map(({ id }) => id))
    return {
      ...page,
      items: page.items.map(({ id, username }, i) => ({
        id: chatIdOf(id),
        username,
        status: statuses[i]!.isConnected ? ('online' as const) : ('offline' as const),
        presence: statuses[i]!.status,
        is_bot: false as const,
      })),
    }
  }),
  handle(chatPosts, ({ input, caller }) =>
    refusing(async () => {
      const { channel } = await accessTo(chat, input.id, chatIdOf(caller.userId))
      const limit = input.limit ?? 60
      const wanted = await wantedPosts(
        chat,
        { before: input.before ?? input.cursor, after: input.after },
        limit,
      )
      const items = await presentPosts(chat, await postsOf(chat.db, channel.id, wanted))
      return { items, next: items.length < limit ? null : (items.at(-1)?.id ?? null) }
    }),
  ),
  handle(chatChannels, async ({ input, caller }) => {
    const items = await teamChannels(chat, chatIdOf(caller.userId))
    const wanted = items.filter(({ type }) => input.type === undefined || type === input.type)
    return pageOf(wanted, input, chat.clock.now())
  }),
]

const fileOps = (chat: Chat): Handled[] => [
  handle(chatFile, ({ input, caller, record }) =>
    refusing(async () => {
      record({ objectType: 'chat_file', objectId: input.id })
      const { file } = await fileFor(chat, input.id, chatIdOf(caller.userId))
      const { name, type, size, hash: sha256 } = file
      return new Download({ name, type, size, sha256 }, await chat.files.read(file))
    }),
  ),
  handle(uploadChatFile, ({ input, caller, bytes, record }) =>
    refusing(async () => {
      const { channel } = await accessTo(chat, input.channel_id, chatIdOf(caller.userId))
      const file = await receiveFile(chat, {
        by: caller.userId,
        channel: channel.id,
        name: input.name,
        bytes,
      })
      record({ objectType: 'chat_file', objectId: file.id, after: { name: file.name, size: file.size } })
      const [row] = await chat.files.byId([file.id.toUpperCase()])
      return { id: file.id, name: file.name, size: file.size, type: file.mime_type, sha256: row!.hash }
    }),
  ),
]

const exportOps = (chat: Chat, sealKey: Buffer): Handled[] => [
  handle(exportChannel, ({ input, caller, record }) =>
    refusing(async () => {
      record({ objectType: 'chat_channel', objectId: input.id })
      const { channel, member } = await accessTo(chat, input.id, chatIdOf(caller.userId))
      if (channel.type !== 'D' && channel.type !== 'G' && !member.is_admin)
        throw new OperationError('FORBIDDEN', 'Only an administrator of the channel may export it.')
      const name = `chat-${channel.name.slice(0, 40)}.jsonl`
      return new Download({ name, content_type: LINES }, bytesOf(channelLines(chat, channel)))
    }),
  ),
  handle(exportHeldChat, async ({ input, record }) => {
    record({ objectType: 'legal_hold', objectId: input.id, reason: input.reason })
    const hold = await chat.identity.openHold(input.id)
    if (hold === undefined) throw new OperationError('NOT_FOUND', 'No legal hold is open under this id.')
    record({ after: { user_id: hold.user_id, username: hold.username } })
    const name = `chat-of-${hold.username}.jsonl`
    return new Download({ name, content_type: LINES }, bytesOf(sealedLines(chat, hold, sealKey)))
  }),
]

async function wantedPosts(
  { db }: Chat,
  { before, after }: { before?: string | undefined; after?: string | undefined },
  limit: number,
): Promise<PostsWanted> {
  const anchor = before ?? after
  if (anchor === undefined) return { offset: 0, limit }
  const at = (await postById(db, anchor))?.create_at
  if (at === undefined) throw new OperationError('NOT_FOUND', `No message has the id ${anchor}.`)
  return before === undefined ? { after: at, limit } : { before: at, limit }
}

const CODES: Readonly<Record<number, Code>> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'RATE_LIMIT',
}
/** Runs work of the chat server in an operation of the product: refusals become those of the product. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    throw new OperationError(CODES[error.status] ?? 'VALIDATION', error.message)
  }
}
