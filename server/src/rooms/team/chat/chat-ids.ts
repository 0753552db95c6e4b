import { createHash } from 'node:crypto'
import type { Keys } from '../../../platform/kernel/http/keys.ts'
import { ulid } from '../../../platform/kernel/text/ulid.ts'

/** Form of every id of the chat server. */
const CHAT_ID = /^[a-z0-9]{26}$/
export const isChatId = (text: string) => CHAT_ID.test(text)

/** Returns a new id that sorts by the instant, epoch ms. */
export const newChatId = (at: number) => ulid(at).toLowerCase()
/** Returns the chat id of a user of the product. */
export const chatIdOf = (userId: string) => userId.toLowerCase()
/** Returns the product id of a chat user. */
export const userIdOf = (chatId: string) => chatId.toUpperCase()

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const lettersOf = (bytes: Uint8Array) =>
  Array.from(bytes.subarray(0, 26), (byte) => LETTERS[byte % 36]).join('')

/** Returns the id of the one team of an installation; the same on each of its servers. */
export const teamIdOf = (keys: Pick<Keys, 'of'>) => lettersOf(keys.of('chat team'))

/** Returns the name of a direct channel: both ids, sorted. */
export const directName = (one: string, other: string) => [one, other].toSorted().join('__')
/** Returns the name of a group channel, by its members. */
export const groupName = (members: readonly string[]) =>
  createHash('sha1').update(members.toSorted().join('')).digest('hex')
