import type { ToWire } from '../src/wire/wire-words.ts'

/** Parts of a worker's global scope that the code of the wire's worker uses. */
type Scope = {
  postMessage: (message: unknown) => void
  addEventListener: (type: 'message', take: (event: { data: unknown }) => void) => void
  readonly location: Location
}

/** Listeners of the page and of the worker's code, and messages sent before the worker's code listens. */
const page = new Set<(event: MessageEvent) => void>()
let take: ((event: { data: unknown }) => void) | null = null

const scope: Scope = {
  postMessage: (data) => {
    const event = new MessageEvent('message', { data })
    queueMicrotask(() => page.forEach((listener) => listener(event)))
  },
  addEventListener: (_type, listener) => (take = listener),
  get location() {
    return window.location
  },
}

/** Loads the worker's code with a scope of its own, so that it does not see the page as its scope. */
export async function loadWireWorker(): Promise<void> {
  const { self } = globalThis
  globalThis.self = scope as unknown as typeof self
  await import('../src/wire/wire.worker.ts')
  globalThis.self = self
}

/** Adds a listener for everything that the worker posts to the page. */
export const onPosted = (listener: (event: MessageEvent) => void) => void page.add(listener)

/** Messages of calls that are held back, by the name of the operation. */
const held = new Map<string, unknown[]>()

/** Holds calls of an operation back, as a slow line does, until the returned function is called. */
export function holdBack(operation: string): () => void {
  const messages: unknown[] = []
  held.set(operation, messages)
  return () => {
    held.delete(operation)
    for (const data of messages) take?.({ data })
  }
}

/** Stand-in for `Worker`: the real code of the wire's worker, on the thread of the page. */
export class PageWorker {
  postMessage(data: ToWire) {
    const back = data.say === 'call' ? held.get(data.op.name) : undefined
    if (back === undefined) queueMicrotask(() => take?.({ data }))
    else back.push(data)
  }
  addEventListener(type: string, listener: (event: MessageEvent) => void) {
    if (type === 'message') page.add(listener)
  }
}

/** Calls another server from now on: the transport outlives the file of tests that made it. */
export const useServer = (base: string) => take?.({ data: { say: 'configure', base, card: null } })
