/** What browsers say of code that did not come; a fault in code that came is none of these. */
const DID_NOT_COME = /dynamically imported module|importing a module script|preload/i
const AGAIN_AFTER_MS = [400, 1500, 4000]
/** A server that says nothing would be waited for without a word. */
const PATIENCE_MS = 15_000

/** Code that could not be fetched, though it was asked for again. */
export class Unfetched extends Error {}
export const UNFETCHED_WORDS = {
  title: 'This could not be fetched',
  text: 'The server did not give what this needs, though it was asked again: it may be away, or was brought up to date. Load the page anew; what you typed into forms here is kept.',
  part: 'This part could not be fetched, though it was asked for again; the server may be away.',
  toast:
    'A part of this page could not be fetched, though it was asked for again. Load the page anew; what you typed into forms is kept.',
}

/** Fetches code by `load`, again a few times when it does not come. Throws `Unfetched` then. */
export async function fetchCode<Code>(load: () => Promise<Code>, waits = AGAIN_AFTER_MS): Promise<Code> {
  for (const wait of [...waits, null]) {
    try {
      return await inTime(load())
    } catch (error) {
      if (!(error instanceof Unfetched) && !DID_NOT_COME.test(String(error))) throw error
    }
    if (wait !== null) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  throw new Unfetched(UNFETCHED_WORDS.toast)
}

const ahead: (() => Promise<unknown>)[] = []
/** Names code that will be wanted, so that it opens at once, and opens when the network is away. */
export const fetchAhead = (load: () => Promise<unknown>) => void ahead.push(load)

/** Fetches all that will be wanted, one after the other; what does not come is asked for when it is wanted. */
export async function fetchRest(): Promise<void> {
  for (const load of ahead) await load().catch(() => undefined)
  isRestFetched = true
}

let isRestFetched = false
/** What is shown at first but may come after it: fetched with the rest, or now where that is over. */
export const fetchLate = (load: () => Promise<unknown>) => (isRestFetched ? void load() : fetchAhead(load))

/** Hears when the code of a worker does not come; a fault in its code has a message. */
export function onUnfetched(worker: Worker, hear: (words: string) => void) {
  worker.addEventListener('error', (event) => {
    if (!('message' in event)) hear(UNFETCHED_WORDS.toast)
  })
}

function inTime<Code>(code: Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Unfetched(UNFETCHED_WORDS.toast)), PATIENCE_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}
