import { login, refreshSession, type SignedIn } from '@samudra/contract/identity'
import type { Op } from '@samudra/contract/kernel'
import type { Envelope } from '@samudra/contract/wire/envelope'
import type { EpochMs } from '@samudra/nautical/units'
import type { Clock } from '../../src/platform/needs/clock.ts'

/** A clock the test turns. */
export function aClock(start = Date.UTC(2026, 10, 21, 6)): Clock & { turn(ms: number): void } {
  let now = start
  return { now: () => now as EpochMs, turn: (ms) => void (now += ms) }
}

export type Answer<Out> = Envelope<Out> & { status: number; took: number }

/** A browser as a server sees it: it keeps cookies and sends them back, and the readable one in a header, too. */
export class Browser {
  readonly #base: string
  readonly cookies = new Map<string, string>()
  readonly setCookies: string[] = []
  token = ''
  constructor(base: string) {
    this.#base = base
  }

  async ask<In, Out>(op: Op<In, Out>, input: In, headers: Record<string, string> = {}): Promise<Answer<Out>> {
    const rest = { ...input } as Record<string, unknown>
    const target = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const url = new URL(this.#base + target)
    if (op.method !== 'POST')
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.set(name, String(value))
    const began = performance.now()
    const answer = await fetch(url, {
      method: op.method,
      headers: {
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        ...(op.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
      },
      ...(op.method === 'POST' ? { body: JSON.stringify(rest) } : {}),
    })
    for (const set of answer.headers.getSetCookie()) {
      this.setCookies.push(set)
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '' || /max-age=0|1970/i.test(set)) this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    const envelope = (await answer.json()) as Envelope<Out>
    return { ...envelope, status: answer.status, took: performance.now() - began }
  }

  async logIn(username: string, password: string, more: object = {}): Promise<Answer<SignedIn>> {
    const answer = await this.ask(login, { username, password, ...more })
    if (answer.Status) this.token = answer.Data.token
    return answer
  }

  /** Exchanges the cookie as a page does; `xsrf` differs from the cookie's for a request from a foreign page. */
  async refresh(
    attempt = crypto.randomUUID() as string,
    more: { idle_s?: number; xsrf?: string } = {},
  ): Promise<Answer<SignedIn>> {
    const answer = await this.ask(
      refreshSession,
      { idle_s: more.idle_s ?? 0, attempt },
      { 'X-XSRF-TOKEN': more.xsrf ?? this.cookies.get('XSRF-TOKEN') ?? '' },
    )
    if (answer.Status) this.token = answer.Data.token
    return answer
  }

  /** The same cookies in other hands. */
  copy(): Browser {
    const copy = new Browser(this.#base)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    copy.token = this.token
    return copy
  }
}

/** Data of an answer that went well. */
export function dataOf<Out>(answer: Envelope<Out>): Out {
  if (!answer.Status) throw new Error(`${answer.Code}: ${answer.Message}`)
  return answer.Data
}
export const codeOf = (answer: Envelope<unknown>) => (answer.Status ? 'OK' : answer.Code)
