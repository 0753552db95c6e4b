import { createCipheriv, createDecipheriv, createECDH, randomBytes, type ECDH } from 'node:crypto'
import type { WireHello, WireKeyCard, WireMode, WireWelcome } from '@samudra/contract/wire/hello'
import {
  RID_BYTES,
  WINDOW_MS,
  checkProof,
  fromBase64Url,
  masterOf,
  openStream,
  rootOf,
  seal,
  sealStream,
  sha256,
  toBase64Url,
  wireIdOf,
  type Bytes,
  type Exchange,
  type Source,
  type WireKey,
} from '@samudra/contract/wire/seal'
import { userOf } from '@samudra/contract/wire/token'
import type { Clock } from '../../needs/clock.ts'
import { OperationError } from './errors.ts'
import type { Keys } from './keys.ts'
import type { Others } from '../cluster/others.ts'

const CURVE = 'prime256v1'
/** Lifetime of a ticket; a page that stays open longer repeats the handshake. */
const TICKET_MS = 24 * 3600 * 1000
const SESSIONS_HELD = 10_000
const ROOTS_HELD = 8
const RIDS_HELD = 1_000_000
/** Calls of one session in four minutes: 80 a second. */
const RIDS_OF_ONE = 20_000
/** A ticket is 91 characters, an id 22; a token of ours some 400. */
const SID_CHARS = 120
const RID_CHARS = 22
const TOKEN_CHARS = 4096

type Session = {
  id: string
  master: Bytes
  until: number
  roots: Map<string, { root: WireKey; tokenHash: Bytes }>
}

/** Headers of a call. */
export type Presented = {
  method: string
  /** Path with query as in the request line. */
  path: string
  sid: string
  rid: string
  timestamp: string
  token: string | null
}

/** A call that was admitted: it opens what came, and seals what goes back. */
export class Admitted {
  readonly id: string
  readonly #root: WireKey
  readonly #query: Exchange
  constructor(id: string, root: WireKey, query: Exchange) {
    this.id = id
    this.#root = root
    this.#query = query
  }
  checkProof = (proof: string) => checkProof(this.#root, this.#query, fromBase64Url(proof))
  openStream = (body: Source) => openStream(this.#root, this.#query, body)
  seal = (status: number, timestamp: number, clear: Bytes, flags: number) =>
    seal(this.#root, this.#answer(status, timestamp), clear, flags)
  sealStream = (status: number, timestamp: number, clear: Source, flags: number) =>
    sealStream(this.#root, this.#answer(status, timestamp), clear, flags)
  #answer = (status: number, timestamp: number): Exchange => ({
    ...this.#query,
    direction: 'S',
    status,
    timestamp,
  })
}

const replayed = () => new OperationError('REPLAY', 'This call was already made. It is not repeated.')
const bad = () => new OperationError('BAD_ENVELOPE', 'The message could not be decrypted. Reload the page.')

/**
 * Server side of the sealed wire. A session is a ticket of the client, so a restart or another process does not end
 * it. Used ids are remembered for the window, and tickets older than this process are refused.
 */
export class Wire {
  readonly mode: WireMode
  readonly #clock: Clock
  readonly #others: Pick<Others, 'claim'> | undefined
  readonly #tickets: Buffer
  readonly #static: ECDH
  readonly #kid: string
  readonly #sessions = new Map<string, Session>()
  readonly #startedAt: number
  #used = new Set<string>()
  #usedBefore = new Set<string>()
  /** Calls of each session since the turn. */
  readonly #spent = new Map<string, number>()
  #turnedAt: number

  constructor(keys: Keys, mode: WireMode, clock: Clock, others?: Pick<Others, 'claim'>) {
    this.mode = mode
    this.#others = others
    this.#clock = clock
    this.#tickets = keys.tickets
    this.#static = createECDH(CURVE)
    this.#static.setPrivateKey(keys.of('wire'))
    this.#kid = toBase64Url(keys.of('wire name').subarray(0, 6))
    this.#startedAt = clock.now()
    this.#turnedAt = clock.now()
  }

  /** Returns the time that every answer contains, which callers use. */
  now(): number {
    return this.#clock.now()
  }

  /** The public part of the static key; the page carries it, other clients ask for it. */
  card(): WireKeyCard {
    return { mode: this.mode, kid: this.#kid, key: toBase64Url(this.#static.getPublicKey()) }
  }

  async hello({ kid, cpk }: WireHello): Promise<WireWelcome> {
    if (this.mode === 'off') throw new OperationError('NOT_FOUND', 'This server does not seal its calls.')
    if (kid !== this.#kid) throw bad()
    const ephemeral = createECDH(CURVE)
    const serverKey = new Uint8Array(ephemeral.generateKeys())
    const clientKey = fromBase64Url(cpk)
    const shared = (() => {
      try {
        return {
          withStatic: new Uint8Array(this.#static.computeSecret(clientKey)),
          withEphemeral: new Uint8Array(ephemeral.computeSecret(clientKey)),
        }
      } catch {
        throw bad()
      }
    })()
    const master = await masterOf(shared, { kid, clientKey, serverKey })
    const now = this.#clock.now()
    return { sid: this.#ticket(master, now + TICKET_MS), spk: toBase64Url(serverKey), now }
  }

  /** Admits a call by what its headers say. Throws a OperationError that is answered in the clear. */
  async admit(presented: Presented): Promise<Admitted> {
    const now = this.#clock.now()
    if (!/^\d{1,15}$/.test(presented.timestamp)) throw bad()
    const timestamp = Number(presented.timestamp)
    if (Math.abs(now - timestamp) > WINDOW_MS || timestamp < this.#startedAt)
      throw new OperationError(
        'CLOCK_SKEW',
        'The clock of this computer is wrong. The call is repeated with the server clock.',
      )
    if (presented.sid.length > SID_CHARS || presented.rid.length !== RID_CHARS) throw bad()
    if ((presented.token?.length ?? 0) > TOKEN_CHARS) throw bad()
    const rid = fromBase64Url(presented.rid)
    const session = this.#sessionOf(presented.sid, now)
    if (rid.length !== RID_BYTES || session === null) throw bad()
    const known = await session
    this.#spend(known.id, presented.rid, now)
    const before = await this.#others?.claim(`rid ${known.id}.${presented.rid}`, 1, 2 * WINDOW_MS)
    if (before) throw replayed()
    const { root, tokenHash } = await rootFor(known, presented.token)
    return new Admitted(known.id, root, {
      direction: 'C',
      method: presented.method,
      path: presented.path,
      user: userOf(presented.token),
      tokenHash,
      timestamp,
      sid: presented.sid,
      rid,
      status: 0,
    })
  }

  /** Reserves a request's id before anything is opened, so that two copies cannot both be done. */
  #spend(session: string, rid: string, now: number) {
    if (now - this.#turnedAt > 2 * WINDOW_MS) {
      this.#usedBefore = this.#used
      this.#used = new Set()
      this.#spent.clear()
      this.#turnedAt = now
    }
    const id = `${session}.${rid}`
    const spent = this.#spent.get(session) ?? 0
    if (this.#used.has(id) || this.#usedBefore.has(id)) throw replayed()
    if (spent >= RIDS_OF_ONE || this.#used.size >= RIDS_HELD)
      throw new OperationError('RATE_LIMIT', 'Too many calls. Wait a moment.')
    this.#used.add(id)
    this.#spent.set(session, spent + 1)
  }

  #sessionOf(sid: string, now: number): Promise<Session> | null {
    const held = this.#sessions.get(sid)
    if (held !== undefined) return held.until > now ? Promise.resolve(held) : null
    const ticket = this.#readTicket(sid)
    if (ticket === null || ticket.until <= now) return null
    return wireIdOf(sid).then((id) => {
      if (this.#sessions.size >= SESSIONS_HELD)
        this.#sessions.delete(this.#sessions.keys().next().value as string)
      const session: Session = { id, ...ticket, roots: new Map() }
      this.#sessions.set(sid, session)
      return session
    })
  }

  /** The master secret and its end, locked with a key only servers of this installation have. */
  #ticket(master: Bytes, until: number): string {
    const nonce = randomBytes(12)
    const clear = Buffer.alloc(40)
    clear.set(master)
    clear.writeDoubleBE(until, 32)
    const cipher = createCipheriv('aes-256-gcm', this.#tickets, nonce)
    return toBase64Url(Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]))
  }

  #readTicket(sid: string): { master: Bytes; until: number } | null {
    try {
      const bytes = fromBase64Url(sid)
      const decipher = createDecipheriv('aes-256-gcm', this.#tickets, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      const clear = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
      return { master: new Uint8Array(clear.subarray(0, 32)), until: clear.readDoubleBE(32) }
    } catch {
      return null
    }
  }
}

async function rootFor(session: Session, token: string | null) {
  const tokenHash = await sha256(token ?? '')
  const name = toBase64Url(tokenHash)
  const held = session.roots.get(name)
  if (held !== undefined) return held
  const made = { root: await rootOf(session.master, tokenHash, userOf(token)), tokenHash }
  if (session.roots.size >= ROOTS_HELD) session.roots.delete(session.roots.keys().next().value as string)
  session.roots.set(name, made)
  return made
}
