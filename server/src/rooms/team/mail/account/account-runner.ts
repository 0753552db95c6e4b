import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { AccountSync, type SyncNeeds } from './account-sync.ts'
import { accountsOf, noteState, type AccountRow } from './mail-accounts.sql.ts'
import { imapClient, whyNot } from './imap-connection.ts'

const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 300_000
/** Interval of checking folders other than the inbox; the inbox reports at once. */
const LOOK_MS = 60_000
/** Events of a connection that waits: mails came, went, or changed their flags. */
const NEWS = ['exists', 'expunge', 'flags'] as const

export type RunnerNeeds = {
  db: Db
  log: Log
  now(): number
  unlock(secret: Buffer): string
  /** Throws when a host may not be called. */
  check(host: string): Promise<void>
  syncOf(account: AccountRow): Omit<SyncNeeds, 'db' | 'account'>
  /** The state of an account changed. */
  changed(account: AccountRow): void
}

type Running = {
  version: number
  ends: AbortController
  /** True when a user waits for the next look. */
  isWoken: boolean
  wake: () => void
  done: Promise<void>
}

/** Holds a connection to the server of each account, and brings both sides to the same state. */
export class AccountRunner {
  readonly #needs: RunnerNeeds
  readonly #running = new Map<string, Running>()
  #isOpen = false

  constructor(needs: RunnerNeeds) {
    this.#needs = needs
  }

  async start(): Promise<void> {
    this.#isOpen = true
    await this.look()
  }
  async stop(): Promise<void> {
    this.#isOpen = false
    const all = [...this.#running.values()]
    for (const { ends } of all) ends.abort()
    await Promise.all(all.map(({ done }) => done))
  }

  /** Takes up accounts that were added or changed, and lets go those that were removed. */
  async look(): Promise<void> {
    if (!this.#isOpen) return
    const accounts = new Map((await accountsOf(this.#needs.db, null)).map((one) => [one.id, one]))
    for (const [id, { version, ends }] of this.#running)
      if (accounts.get(id)?.version !== version) {
        ends.abort()
        this.#running.delete(id)
      }
    for (const account of accounts.values()) {
      if (this.#running.has(account.id) || !this.#isOpen) continue
      const ends = new AbortController()
      const running: Running = {
        version: account.version,
        ends,
        isWoken: false,
        wake: () => undefined,
        done: Promise.resolve(),
      }
      this.#running.set(account.id, running)
      running.done = this.#run(account, running)
    }
  }

  /** Looks at an account at once: a user changed something, or waits for mail. */
  wake(account: string): void {
    const running = this.#running.get(account)
    if (running === undefined) return
    running.isWoken = true
    running.wake()
  }

  async #run(account: AccountRow, running: Running) {
    const { signal } = running.ends
    let pauseMs = FIRST_PAUSE_MS
    while (!signal.aborted) {
      const failure = await this.#connected(account, running, () => (pauseMs = FIRST_PAUSE_MS))
      if (signal.aborted) return
      await this.#note(account, 'FAILED', failure.why, null)
      // A refused password is not tried again: servers lock accounts for that.
      if (failure.isFinal) return
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    }
  }

  /** Works over one connection until it ends; returns why it ended. */
  async #connected(account: AccountRow, running: Running, isWell: () => void) {
    const { db, unlock, check, syncOf, now } = this.#needs
    const { signal } = running.ends
    let client: ImapFlow | null = null
    const close = () => client?.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      await check(account.imap.host)
      client = imapClient({
        username: account.username,
        password: unlock(account.secret),
        imap: account.imap,
      })
      await client.connect()
      const sync = new AccountSync(client, { ...syncOf(account), db, account: account.id })
      for (;;) {
        running.isWoken = false
        await sync.run(signal)
        isWell()
        await this.#note(account, 'CONNECTED', '', now())
        await this.#wait(client, sync, running)
        signal.throwIfAborted()
      }
    } catch (error) {
      if (!signal.aborted)
        this.#needs.log.warn('a mail account lost its server', {
          account: account.id,
          error: sentenceOf(error),
        })
      return whyNot(error)
    } finally {
      signal.removeEventListener('abort', close)
      client?.close()
    }
  }

  /** Waits until the inbox of the server changes, a user does something, or it is time to look. */
  async #wait(client: ImapFlow, sync: AccountSync, running: Running) {
    const lock = await client.getMailboxLock('INBOX')
    const ends: (() => void)[] = [() => lock.release()]
    try {
      await new Promise<void>((resolve, reject) => {
        const news = () => resolve()
        const closed = () => reject(new Error('the server closed the connection'))
        const timer = setTimeout(news, LOOK_MS)
        running.wake = news
        for (const event of NEWS) client.once(event, news)
        client.once('close', closed)
        ends.push(() => {
          clearTimeout(timer)
          for (const event of NEWS) client.off(event, news)
          client.off('close', closed)
        })
        const box = client.mailbox
        if (running.isWoken || (box !== false && !sync.isAsRead(box))) resolve()
        else client.idle().catch(reject)
      })
    } finally {
      running.wake = () => undefined
      for (const end of ends) end()
    }
  }

  async #note(account: AccountRow, state: AccountRow['state'], why: string, syncedAt: number | null) {
    await noteState(this.#needs.db, account.id, { state, why, syncedAt }).catch(() => undefined)
    this.#needs.changed(account)
  }
}
