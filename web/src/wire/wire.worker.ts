import { WireClient, type Outcome, type Sent } from '@samudra/contract/wire/client'
import { io } from 'socket.io-client'
import { flatten } from './flat.ts'
import { LiveSocket } from './live-socket.ts'
import { Position } from './position.ts'
import type { FromWire, PageOutcome, ToWire, Who } from './wire-words.ts'

/** The parts of the worker's global scope this file uses; the page's types do not know it. */
type Scope = {
  postMessage: (message: FromWire, options?: { transfer: Transferable[] }) => void
  addEventListener: (type: 'message', hear: (event: MessageEvent<ToWire>) => void) => void
  location: { origin: string }
}
const scope = self as unknown as Scope
const post = (message: FromWire, transfer: Transferable[] = []) => scope.postMessage(message, { transfer })

const onLimited = (seconds: number) => post({ say: 'limited', seconds })
let client = new WireClient({ base: scope.location.origin, onLimited })
const running = new Map<number, AbortController>()

async function call({ id, op, input, bytes, headers, file }: Extract<ToWire, { say: 'call' }>) {
  const stop = new AbortController()
  running.set(id, stop)
  const sent: Sent = {
    op,
    input,
    signal: stop.signal,
    ...(headers === undefined ? {} : { headers }),
    ...(bytes === undefined ? {} : { bytes: partsOf(bytes) }),
  }
  const outcome =
    file === undefined
      ? await client.call(sent).catch((): Outcome => ({ kind: 'unreachable' }))
      : await callInto(file, sent, (written) => post({ say: 'written', id, bytes: written }))
  running.delete(id)
  // The rest is not read any more.
  if (outcome.kind === 'unwritten') stop.abort()
  const transfer: Transferable[] = []
  if (outcome.kind === 'answered') {
    if (outcome.bytes !== null) transfer.push(outcome.bytes.buffer)
    if (outcome.envelope.Status) transfer.push(...flatten(op.flat, outcome.envelope.Data))
  }
  post({ say: 'outcome', id, outcome, offsetMs: client.offsetMs }, transfer)
}

const PUSH_EVERY_MS = 250

/** Writes the bytes of a download into a file, which has none of them before it has all. */
async function callInto(
  handle: FileSystemFileHandle,
  sent: Sent,
  reported: (bytes: number) => void,
): Promise<PageOutcome> {
  let file: FileSystemWritableFileStream | undefined
  try {
    const open = (file = await handle.createWritable())
    let [written, notifiedAt] = [0, 0]
    const outcome = await client.call({
      ...sent,
      take: async (part) => {
        await open.write(part)
        written += part.length
        if (Date.now() - notifiedAt < PUSH_EVERY_MS) return
        notifiedAt = Date.now()
        reported(written)
      },
    })
    const isWhole = outcome.kind === 'answered' && outcome.envelope.Status
    await (isWhole ? open.close() : open.abort())
    reported(written)
    return outcome
  } catch (error) {
    await file?.abort().catch(() => undefined)
    return { kind: 'unwritten', why: (error as Error).message }
  }
}

const PART = 1 << 20
async function* partsOf(blob: Blob) {
  for (let from = 0; from < blob.size; from += PART)
    yield new Uint8Array(await blob.slice(from, from + PART).arrayBuffer())
}

/** Other watched subjects of the page besides the picture; sent again on every connection. */
const watched = new Map<string, unknown>()
let live: LiveSocket | null = null
/** Port that arrived before the socket was requested. */
let early: MessagePort | null = null

const open = (position: Position) =>
  io(scope.location.origin, {
    auth: (authenticate: (pass: object) => void) =>
      void client.pass().then(
        (pass) => authenticate({ ...pass, resume: position.resume }),
        () => authenticate({}),
      ),
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    reconnectionAttempts: 99,
    transports: ['websocket'],
  })

/** Maximum error of the page's estimate of the server's time, ms. */
const UNSURE_MS = 250

function goLive(who: Who | null) {
  live?.close()
  try {
    const position = new Position(Date.now() + client.offsetMs - UNSURE_MS)
    live = who === null ? null : new LiveSocket(open(position), who, watched, post, position)
    if (live !== null && early !== null) live.show(early)
    early = null
  } catch (error) {
    // oxlint-disable-next-line no-console -- a socket that cannot be set up is logged, and nothing else (specification)
    console.warn('The live socket could not be set up:', (error as Error).message)
  }
}

scope.addEventListener('message', ({ data }) => {
  switch (data.say) {
    case 'configure':
      client = new WireClient({ base: data.base, card: data.card, onLimited })
      break
    case 'token':
      client.token = data.token
      if (data.token !== null) live?.again()
      break
    case 'call':
      void call(data)
      break
    case 'cancel':
      running.get(data.id)?.abort()
      break
    case 'live':
      goLive(data.who)
      break
    case 'watch':
      if (data.view === null) watched.delete(data.wish)
      else watched.set(data.wish, data.view)
      live?.watch(data.wish, data.view)
      break
    case 'emit':
      live?.emit(data.wire, data.payload)
      break
    case 'picture':
      if (live === null) early = data.port
      else live.show(data.port)
  }
})
