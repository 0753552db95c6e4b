import { unreadChanged } from '@samudra/contract/unread'
import { users } from '../../../../platform/kernel/http/audience.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { mentionsOfUsers } from '../channels/channel-members.sql.ts'
import { userIdOf } from '../chat-ids.ts'

const SOON_MS = 200

/** Pushes the mentions that wait for users to their screens, some at once. */
export class UnreadPushes {
  readonly #needs: { db: Db; send: Send; log: Log }
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #pushing: Promise<void> = Promise.resolve()

  constructor(needs: { db: Db; send: Send; log: Log }) {
    this.#needs = needs
  }

  /** Counts anew for users, by chat id. */
  changed(userIds: readonly string[]): void {
    for (const one of userIds) this.#waiting.add(one)
    if (this.#waiting.size > 0)
      this.#timer ??= setTimeout(() => {
        this.#pushing = this.#push()
      }, SOON_MS)
  }

  async #push() {
    this.#timer = null
    const { db, send, log } = this.#needs
    const ids = [...this.#waiting]
    this.#waiting.clear()
    try {
      const counts = await mentionsOfUsers(db, ids)
      for (const id of ids)
        send(unreadChanged, { room: 'chat', count: counts.get(id) ?? 0 }, users(userIdOf(id)), {
          about: `unread:chat:${id}`,
        })
    } catch (error) {
      log.error('unread mentions could not be pushed', { error: sentenceOf(error) })
    }
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#pushing
  }
}
