/** Messages of browsers about code that was not loaded; errors in loaded code do not match. */
const DID_NOT_COME = /dynamically imported module|importing a module script|preload/i
const AGAIN_AFTER_MS = [400, 1500, 4000]
/** Time limit for loading code; without it a server that does not answer would be waited for silently. */
const PATIENCE_MS = 15_000

/** Error for code that could not be fetched after several attempts. */
export class Unfetched extends Error {}
export const UNFETCHED_WORDS = {
  title: 'This part could not be loaded',
  text: 'A part of this page could not be loaded. The server may be unavailable or updated. Reload the page; your form entries are saved.',
  part: 'This part could not be loaded. The server may be unavailable.',
  toast: 'A part of this page could not be loaded. Reload the page; your form entries are saved.',
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

type Fetch = () => Promise<unknown>
const later: Fetch[] = []
/** Registers code that may be wanted later, so that it opens at once, and opens when the network is away. */
export const fetchAhead = (load: Fetch) => void later.push(load)

const shown: Fetch[] = []
let isShownFetched = false
/** Fetches code of the first view that may come after it: before the code of later views, or at once after that. */
export const fetchLate = (load: Fetch) => (isShownFetched ? void load() : void shown.push(load))

/**
 * Fetches the rest of the first view, then all code that may be wanted later, one file after the other. A browser that
 * saves data (a ship's satellite link) fetches only the former. Code that fails to load is fetched again when needed.
 */
export async function fetchRest(): Promise<void> {
  for (const load of shown) await load().catch(() => undefined)
  isShownFetched = true
  if (savesData()) return
  for (const load of later) await load().catch(() => undefined)
}

/** Returns true if the user requested reduced data use, by the Network Information API where the browser has it. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Calls `hear` when the code of a worker fails to load; a fault in its code has a message. */
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
