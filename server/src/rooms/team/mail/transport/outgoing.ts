import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { deliveryReport, type Reported } from './delivery-report.ts'
import { recordOutcome, takeDue, type OutgoingRow } from './outgoing-queue.sql.ts'
import type { RelayOutcome } from './relay.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Delays after failed attempts; the last one stands for all later ones. */
const BACK_OFF_MS = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS)
/** Time after which the sender is notified of a delay, and after which a recipient has failed (RFC 5321, 4.5.4.1: days). */
const DELAYED_MS = 4 * HOUR_MS
const EXPIRED_MS = 48 * HOUR_MS
const LEASE_MS = 10 * MINUTE_MS
/** Recipients taken at once. */
const LOT = 100
const HEADERS_BYTES = 16 * 1024

export type OutgoingNeeds = {
  db: Db
  log: Log
  now(): number
  domain: string
  /** Sends over the relay; null when there is none: mail to other servers fails with a sentence. */
  relay: { send(raw: Buffer, from: string, to: readonly string[]): Promise<RelayOutcome[]> } | null
  /** Sends over the server of an account. */
  sendOver(
    account: string,
    message: { raw: Buffer; from: string; to: readonly string[] },
  ): Promise<RelayOutcome[]>
  /** Returns the bytes of a raw message. */
  rawOf(hash: string): Promise<Buffer>
  /** Puts a report into the mailbox of a local sender. */
  report(raw: Buffer, to: string): Promise<void>
  /** The recipients of a mail of this installation changed their state. */
  changed(mailIds: readonly string[]): Promise<void>
}

/** Sends what waits for other servers, with attempts until two days are over, and reports to senders what failed. */
export class OutgoingMail {
  readonly #needs: OutgoingNeeds
  #sending: Promise<void> | null = null
  #isPoked = false

  constructor(needs: OutgoingNeeds) {
    this.#needs = needs
  }

  /** Sends what is due. Calls while it sends make it look again. */
  send(): Promise<void> {
    this.#isPoked = true
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null))
    return this.#sending
  }
  /** Resolves when nothing is being sent. */
  async stop(): Promise<void> {
    this.#isPoked = false
    await this.#sending
  }

  async #sendAll() {
    while (this.#isPoked) {
      this.#isPoked = false
      try {
        const due = await takeDue(this.#needs.db, { now: this.#needs.now(), leaseMs: LEASE_MS, limit: LOT })
        for (const rows of byMessage(due)) await this.#sendMessage(rows)
        if (due.length === LOT) this.#isPoked = true
      } catch (error) {
        this.#needs.log.error('mail could not be sent', { error: sentenceOf(error) })
      }
    }
  }

  async #sendMessage(rows: readonly OutgoingRow[]) {
    const { db, relay, sendOver, rawOf, changed } = this.#needs
    const [{ raw_hash, envelope_from, account }] = rows as [OutgoingRow]
    const raw = await rawOf(raw_hash).catch(() => null)
    const recipients = rows.map(({ recipient }) => recipient)
    const outcomes =
      raw === null
        ? recipients.map((one) => failed(one, 'The message is no longer stored.'))
        : account !== null
          ? await sendOver(account, { raw, from: envelope_from, to: recipients })
          : relay === null
            ? recipients.map((one) => failed(one, 'This installation cannot send to other mail servers.'))
            : await relay.send(raw, envelope_from, recipients)
    const reported: Reported[] = []
    for (const [i, row] of rows.entries()) {
      const now = this.#needs.now()
      const { outcome, report } = judge(row, outcomes[i]!, now)
      await recordOutcome(db, row.id, outcome, now)
      if (report !== null)
        reported.push({ recipient: row.recipient, state: report, answer: outcome.answer, at: new Date(now) })
    }
    // Reports have no sender, so that no report is about a report.
    if (reported.length > 0 && envelope_from !== '' && raw !== null && account === null)
      await this.#report(raw, envelope_from, reported)
    await changed([...new Set(rows.flatMap(({ mail_id }) => (mail_id === null ? [] : [mail_id])))])
  }

  async #report(raw: Buffer, to: string, reported: readonly Reported[]) {
    const head = raw.subarray(0, HEADERS_BYTES).toString('latin1')
    const headers = head.split('\r\n\r\n')[0]!
    const subject =
      /^Subject: *(.*(?:\r\n[ \t].*)*)/im.exec(headers)?.[1]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
    const now = new Date(this.#needs.now())
    for (const state of ['FAILED', 'DELAYED'] as const) {
      const of = reported.filter((one) => one.state === state)
      if (of.length === 0) continue
      const report = await deliveryReport({
        domain: this.#needs.domain,
        to,
        subject,
        headers,
        reported: of,
        now,
      })
      await this.#needs.report(report, to)
    }
  }
}

const failed = (recipient: string, answer: string): RelayOutcome => ({ recipient, state: 'FAILED', answer })

/** Returns what is recorded of an attempt, and whether the sender is notified of it. */
export function judge(
  {
    attempts,
    created_at,
    delayed_reported,
  }: Pick<OutgoingRow, 'attempts' | 'created_at' | 'delayed_reported'>,
  { state, answer }: Pick<RelayOutcome, 'state' | 'answer'>,
  now: number,
) {
  const age = now - created_at.getTime()
  const isExpired = state === 'DEFERRED' && age >= EXPIRED_MS
  const isDelayed = state === 'DEFERRED' && !isExpired && age >= DELAYED_MS
  const final = isExpired ? 'FAILED' : state
  const pause = BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? BACK_OFF_MS[0]!
  return {
    outcome: {
      state: final,
      answer: isExpired ? `Not delivered within two days. ${answer}` : answer,
      nextAt: now + pause,
      isDelayReported: delayed_reported || isDelayed,
    },
    report:
      final === 'FAILED' ? ('FAILED' as const) : isDelayed && !delayed_reported ? ('DELAYED' as const) : null,
  }
}

/** Groups recipients by message and sender. */
function byMessage(rows: readonly OutgoingRow[]): OutgoingRow[][] {
  const groups = new Map<string, OutgoingRow[]>()
  for (const row of rows) {
    const key = `${row.raw_hash} ${row.envelope_from} ${row.account}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}
