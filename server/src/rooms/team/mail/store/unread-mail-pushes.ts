import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { isUserBox } from '../directory.ts'
import { foldersOf } from './mailboxes.sql.ts'
import { pushUnread } from './push-mail.ts'

const SOON_MS = 200

/** Pushes unread mails of users to their screens, some at once. */
export class UnreadMailPushes {
  readonly #needs: { db: Db; send: Send; log: Log }
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #pushing: Promise<void> = Promise.resolve()

  constructor(needs: { db: Db; send: Send; log: Log }) {
    this.#needs = needs
  }

  /** Counts again for mailboxes of users. */
  changed(mailboxes: readonly string[]): void {
    for (const one of mailboxes) if (isUserBox(one)) this.#waiting.add(one)
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
      const folders = await foldersOf(db, ids)
      const counts = new Map(
        folders.flatMap((one) => (one.folder === 'Inbox' ? [[one.mailbox, one.unread]] : [])),
      )
      for (const id of ids) pushUnread({ send }, id, counts.get(id) ?? 0)
    } catch (error) {
      log.error('unread mails could not be pushed', { error: sentenceOf(error) })
    }
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#pushing
  }
}
