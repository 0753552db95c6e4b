import { createTransport, type Transporter } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { connectionFault } from '../../../../platform/kernel/http/connection-fault.ts'
import type { MailOptions, MailRelay } from './mail-options.ts'

const CONNECT_MS = 15_000
const SILENCE_MS = 60_000

/** Outcome for one recipient: taken by the other server, refused for now, or refused for ever. */
export type RelayOutcome = {
  recipient: string
  state: 'SENT' | 'DEFERRED' | 'FAILED'
  /** Answer of the other server. */
  answer: string
}

/** Sends messages through the relay of the installation. */
export class Relay {
  readonly #transport: Transporter<SMTPPool.SentMessageInfo>

  constructor(
    { host, port, tls, login }: MailRelay,
    { domain, dkim }: Pick<MailOptions, 'domain' | 'dkim'>,
    trusted?: { ca: string },
  ) {
    this.#transport = createTransport({
      pool: true,
      maxConnections: 3,
      host,
      port,
      name: domain,
      secure: tls === 'wrapped',
      requireTLS: tls === 'required',
      ignoreTLS: tls === 'off',
      // Offered encryption without a known certificate still hides the mail from those who only listen (RFC 7435).
      tls: { rejectUnauthorized: tls !== 'offered', ...trusted },
      ...(login !== null && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim !== null && {
        dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
      }),
    })
  }

  /** Sends one message to some recipients. Never throws: an error is the outcome of all of them. */
  async send(raw: Buffer, from: string, recipients: readonly string[]): Promise<RelayOutcome[]> {
    try {
      const {
        accepted,
        rejectedErrors = [],
        response,
      } = await this.#transport.sendMail({
        raw,
        envelope: { from, to: [...recipients] },
      })
      const taken = new Set(accepted.map(String))
      return recipients.map((recipient) => {
        if (taken.has(recipient)) return { recipient, state: 'SENT', answer: response }
        const error = rejectedErrors.find((one) => (one as { recipient?: string }).recipient === recipient)
        return { recipient, ...outcomeOf(error) }
      })
    } catch (thrown) {
      const { rejectedErrors } = thrown as { rejectedErrors?: { recipient?: string }[] }
      return recipients.map((recipient) => ({
        recipient,
        ...outcomeOf(rejectedErrors?.find((one) => one.recipient === recipient) ?? thrown),
      }))
    }
  }

  /** Logs in; returns why that fails, or null. */
  async tryOut(): Promise<string | null> {
    return this.#transport.verify().then(
      () => null,
      (error: unknown) => outcomeOf(error).answer,
    )
  }

  close(): void {
    this.#transport.close()
  }
}

function outcomeOf(error: unknown): Pick<RelayOutcome, 'state' | 'answer'> {
  const { responseCode, response } = (error ?? {}) as { responseCode?: number; response?: string }
  const answer = (response ?? connectionFault(error)).slice(0, 500)
  // A refused login (535) is mended by the operator, not by the sender of the mail.
  const isFinal = responseCode !== undefined && responseCode >= 550 && responseCode < 560
  return { state: isFinal ? 'FAILED' : 'DEFERRED', answer }
}
