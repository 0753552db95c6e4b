import { createHash, createHmac } from 'node:crypto'
import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { channelsById, type ChannelRow } from '../channels/channels.sql.ts'
import { memberIdsOf } from '../channels/channel-members.sql.ts'
import { channelIdsOfUser, exportedPosts } from './export.sql.ts'

const iso = (at: number) => (at === 0 ? null : new Date(at).toISOString())

/** Yields a channel as lines of JSON: its description and members first, then each post in order. */
export async function* channelLines(chat: Chat, channel: ChannelRow): AsyncGenerator<string> {
  const members = await memberIdsOf(chat.db, channel.id)
  const names = await namesOf(chat, members)
  yield line({
    kind: 'channel',
    id: channel.id,
    type: channel.type,
    name: channel.name,
    display_name: channel.display_name,
    header: channel.header,
    purpose: channel.purpose,
    created_at: iso(channel.create_at),
    archived_at: iso(channel.delete_at),
    exported_at: iso(chat.clock.now()),
    members: members.map((id) => ({ id, username: names.get(id) ?? null })),
  })
  for await (const posts of exportedPosts(chat.db, channel.id)) {
    const authors = await namesOf(
      chat,
      posts.map(({ user_id }) => user_id),
    )
    const files = new Map(
      (await chat.files.byId(posts.flatMap(({ file_ids }) => file_ids.map((id) => id.toUpperCase())))).map(
        (file) => [file.id.toLowerCase(), { name: file.name, size: file.size, sha256: file.hash }],
      ),
    )
    for (const post of posts)
      yield line({
        kind: 'message',
        id: post.id,
        at: iso(post.create_at),
        author: authors.get(post.user_id) ?? post.user_id,
        thread: post.root_id === '' ? null : post.root_id,
        type: post.type,
        message: post.message,
        priority: post.priority,
        edited_at: iso(post.edit_at),
        edits: post.edits.map(({ until, message }) => ({ until: iso(until), message })),
        deleted_at: iso(post.delete_at),
        deleted_by: post.deleted_by === null ? null : (authors.get(post.deleted_by) ?? post.deleted_by),
        files: post.file_ids.flatMap((id) => files.get(id) ?? []),
      })
  }
}

/** Yields all channels of a user as lines of JSON, and last a seal: SHA-256 and signature of the lines before. */
export async function* sealedLines(
  chat: Chat,
  hold: { id: string; user_id: string; username: string; reason: string },
  key: Buffer,
): AsyncGenerator<string> {
  const [hash, signature] = [createHash('sha256'), createHmac('sha256', key)]
  const sealed = (text: string) => {
    hash.update(text)
    signature.update(text)
    return text
  }
  yield sealed(
    line({
      kind: 'legal_hold',
      id: hold.id,
      user: hold.username,
      reason: hold.reason,
      exported_at: iso(chat.clock.now()),
    }),
  )
  const ids = await channelIdsOfUser(chat.db, chatIdOf(hold.user_id))
  for (const channel of await channelsById(chat.db, ids))
    for await (const text of channelLines(chat, channel)) yield sealed(text)
  yield line({ kind: 'seal', sha256: hash.digest('hex'), hmac_sha256: signature.digest('hex') })
}

async function namesOf({ identity }: Chat, ids: readonly string[]): Promise<Map<string, string>> {
  const accounts = await identity.accountsById([...new Set(ids)].map(userIdOf))
  return new Map(accounts.map(({ id, username }) => [chatIdOf(id), username]))
}

const line = (value: object) => `${JSON.stringify(value)}\n`
export async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of lines) yield Buffer.from(text)
}
