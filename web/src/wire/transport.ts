import { WireClient, type Sent } from '@samudra/contract/wire/client'
import type { WireKeyCard } from '@samudra/contract/wire/hello'
import { create } from 'zustand'
import { onUnfetched } from '../kit/pages/fetch-code.ts'
import { toast } from '../kit/toasts.ts'
import { ServerSilence, LOOK_EVERY_MS } from './server-silence.ts'
import type { FromWire, Link, PageOutcome, ToWire, Who } from './wire-words.ts'

/** A call as the page makes it; the bytes of an upload are a Blob, so that they need not be in memory at once. */
export type PageCall = Pick<Sent, 'op' | 'input' | 'headers' | 'signal'> & { bytes?: Blob; into?: IntoFile }
/** File of the user that a download is written into; `reported` receives the number of bytes written. */
export type IntoFile = { file: FileSystemFileHandle; reported: (bytes: number) => void }

export interface Transport {
  call(sent: PageCall): Promise<PageOutcome>
  setToken(token: string | null): void
  /** Opens the socket for this user, or closes it. */
  goLive(who: Who | null): void
  /** Gives the picture's worker its way to the socket; null when no picture is shown any more. */
  showPicture(port: MessagePort | null): void
  /** Watches something beside the picture, on this connection and those after it; null watches it no more. */
  watch(wish: string, view: unknown): void
  /** Sends a message over the socket, once. */
  emit(wire: string, payload: unknown): void
}

type Wire = {
  link: Link
  /** Tries to open the socket that failed since it was open last. */
  failures: number
  offsetMs: number
}
/** State of the wire for the page: the socket, and the server's clock. */
export const useWire = create<Wire>(() => ({ link: 'connecting', failures: 0, offsetMs: 0 }))
/** The server's time, epoch milliseconds. */
export const serverNow = () => Date.now() + useWire.getState().offsetMs

/** Time after which a read gets no answer any more, if the server was silent as long. */
const GIVE_UP_MS = 10_000
const hearing = new ServerSilence()
/** Returns the milliseconds since the last message of the server; null before the first. */
export const silentForMs = () => (hearing.receivedAt === null ? null : performance.now() - hearing.receivedAt)

/** Instant until which the server takes no more calls of this address, epoch milliseconds. */
let limitedUntil = 0
export const isLimited = () => Date.now() < limitedUntil
function noteLimit(seconds: number) {
  const wasLimited = isLimited()
  limitedUntil = Math.max(limitedUntil, Date.now() + seconds * 1000)
  if (!wasLimited)
    toast(`Too many requests: tries again in ${seconds} s`, 'warning', { ms: seconds * 1000, isSaved: true })
}

const pushHearers = new Set<(wire: string, payload: unknown) => void>()
/** Receives everything the server pushes; returns a function that stops it. */
export function onPush(hearer: (wire: string, payload: unknown) => void): () => void {
  pushHearers.add(hearer)
  return () => pushHearers.delete(hearer)
}
let unauthorised: () => void = () => undefined
/** Registers the callback for a socket token that is no longer accepted. */
export const onUnauthorised = (hearer: () => void) => (unauthorised = hearer)

/** Returns the static key in the page, so that no intermediary can replace it. */
function cardOfPage(): WireKeyCard | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="samudra-wire"]')?.content
  if (written === undefined || written === '') return null
  return JSON.parse(written) as WireKeyCard
}

class WorkerTransport implements Transport {
  readonly #worker = new Worker(new URL('wire.worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, (outcome: PageOutcome) => void>()
  readonly #written = new Map<number, (bytes: number) => void>()
  /** Request time of each unanswered read. */
  readonly #reads = new Map<number, number>()
  #last = 0
  /** State of the socket; an open and silent one counts as lost. */
  #socket: Link = 'connecting'

  constructor() {
    setInterval(() => {
      if (this.#socket === 'live' && hearing.isSilent(performance.now())) useWire.setState({ link: 'lost' })
      if (useWire.getState().link === 'lost') this.#giveUpReads()
    }, LOOK_EVERY_MS)
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWire>) => this.#hear(data))
    onUnfetched(this.#worker, (words) => {
      toast(words, 'bad')
      for (const id of this.#waiting.keys()) this.#end(id, { kind: 'unreachable' })
    })
    this.#say({ say: 'configure', base: location.origin, card: cardOfPage() })
  }

  call({ op, input, bytes, headers, signal, into }: PageCall): Promise<PageOutcome> {
    // Its event is over: nothing would end the call.
    if (signal?.aborted === true) return Promise.resolve({ kind: 'unreachable' })
    const id = ++this.#last
    const { name, method, path, who, right, flat } = op
    if (into !== undefined) this.#written.set(id, into.reported)
    else if (method === 'GET') this.#reads.set(id, performance.now())
    signal?.addEventListener('abort', () => this.#say({ say: 'cancel', id }), { once: true })
    this.#say({
      say: 'call',
      id,
      op: { name, method, path, who, right, flat },
      input,
      ...(bytes === undefined ? {} : { bytes }),
      ...(headers === undefined ? {} : { headers }),
      ...(into === undefined ? {} : { file: into.file }),
    })
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }
  setToken(token: string | null) {
    this.#say({ say: 'token', token })
  }
  goLive(who: Who | null) {
    this.#socket = 'connecting'
    useWire.setState({ link: 'connecting' })
    this.#say({ say: 'live', who })
  }
  showPicture(port: MessagePort | null) {
    this.#say({ say: 'picture', port }, port === null ? [] : [port])
  }
  watch(wish: string, view: unknown) {
    this.#say({ say: 'watch', wish, view })
  }
  emit(wire: string, payload: unknown) {
    this.#say({ say: 'emit', wire, payload })
  }

  #say(message: ToWire, transfer: Transferable[] = []) {
    this.#worker.postMessage(message, transfer)
  }
  #end(id: number, outcome: PageOutcome) {
    this.#waiting.get(id)?.(outcome)
    for (const held of [this.#waiting, this.#written, this.#reads]) held.delete(id)
  }
  /** Ends reads on a dead line that never closed, where they would never be answered. */
  #giveUpReads() {
    if ((silentForMs() ?? 0) < GIVE_UP_MS || isLimited()) return
    for (const [id, requestedAt] of this.#reads)
      if (performance.now() - requestedAt > GIVE_UP_MS) {
        this.#say({ say: 'cancel', id })
        this.#end(id, { kind: 'unreachable' })
      }
  }
  #heard() {
    hearing.received(performance.now())
    if (this.#socket === 'live' && useWire.getState().link !== 'live') useWire.setState({ link: 'live' })
  }
  #hear(message: FromWire) {
    switch (message.say) {
      case 'outcome':
        if (useWire.getState().offsetMs !== message.offsetMs) useWire.setState({ offsetMs: message.offsetMs })
        this.#end(message.id, message.outcome)
        break
      case 'written':
        this.#written.get(message.id)?.(message.bytes)
        break
      case 'heard':
        this.#heard()
        break
      case 'push':
        this.#heard()
        for (const hear of pushHearers) hear(message.wire, message.payload)
        break
      case 'link':
        this.#socket = message.link
        if (message.link === 'live') hearing.received(performance.now())
        useWire.setState({ link: message.link, failures: message.failures ?? 0 })
        break
      case 'unauthorised':
        unauthorised()
        break
      case 'limited':
        noteLimit(message.seconds)
    }
  }
}

/** Where there are no workers (tests without a browser) the same client runs on the page, without a socket. */
class PageTransport implements Transport {
  readonly #client = new WireClient({ base: '', card: { mode: 'off', kid: '', key: '' } })
  call({ op, input, headers, signal }: PageCall) {
    return this.#client.call({
      op,
      input,
      ...(headers === undefined ? {} : { headers }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  setToken(token: string | null) {
    this.#client.token = token
  }
  goLive() {
    // There is no socket here.
  }
  showPicture() {
    // There is no picture here.
  }
  watch() {
    // Nor anything else to watch.
  }
  emit() {
    // There is no socket here.
  }
}

let made: Transport | null = null
/** Made with the first call, so that a visitor of the landing page starts no worker. */
export const transport = (): Transport =>
  (made ??= 'Worker' in globalThis ? new WorkerTransport() : new PageTransport())
