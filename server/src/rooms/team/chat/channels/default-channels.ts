import { DEFAULT_CHANNELS, type Chat } from '../chat.ts'
import { chatIdOf, newChatId } from '../chat-ids.ts'
import { channelByName, insertChannel } from './channels.sql.ts'
import { joinAll } from './channel-members.sql.ts'

/** Channels of everybody: opened at the first start, and joined by each user before the first call. */
export class DefaultChannels {
  readonly #chat: Chat
  readonly #joined = new Set<string>()
  #ids: string[] = []

  constructor(chat: Chat) {
    this.#chat = chat
  }

  /** Opens the channels where they do not exist, and makes all users members. */
  async open(): Promise<void> {
    const { db, clock, identity } = this.#chat
    this.#ids = []
    for (const { name, display_name, purpose } of DEFAULT_CHANNELS) {
      const now = clock.now()
      const row = {
        id: newChatId(now),
        type: 'O' as const,
        name,
        display_name,
        purpose,
        header: '',
        creator_id: '',
        props: {},
      }
      const made = await insertChannel(db, row, [], now)
      this.#ids.push((made ?? (await channelByName(db, name)))!.id)
    }
    await this.#joinAll((await identity.everyone()).map(({ userId }) => userId))
  }

  /** Makes a user a member; costs nothing once it is known. `userId`: product id. */
  async join(userId: string): Promise<void> {
    if (!this.#joined.has(userId)) await this.#joinAll([userId])
  }

  async #joinAll(userIds: readonly string[]) {
    const { db, clock, publish, team } = this.#chat
    const added = await joinAll(db, this.#ids, userIds.map(chatIdOf), clock.now())
    for (const { channel_id, user_id } of added)
      publish({ event: 'user_added', data: { user_id, team_id: team }, channel: channel_id })
    for (const userId of userIds) this.#joined.add(userId)
  }
}
