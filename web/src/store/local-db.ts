import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { MESSAGES } from '@samudra/contract/wire/messages'

const NAME = 'ifc_ior_db'
const VERSION = 7
/** At most one write in this time. */
const COALESCE_MS = 500
const SECRETS = ['token', 'chat_token'] as const
type SecretName = (typeof SECRETS)[number]
type Sealed = { nonce: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** The parts of the state, by slice and name: `planning.trails` is `state.planning.trails`. */
export type Slices = Record<string, unknown>

/** Stored state of the whole application; secrets in it are sealed. */
export type Payload = {
  /** As it was left last, in whichever tab. */
  state: Slices
  /** State shown by each tab, by the name of the tab; the latest few. */
  tabs?: Record<string, { at: number; state: Slices }>
  /** Seals what is secret; it cannot be read out of the browser, only used in it. */
  lock?: CryptoKey
  sealed?: Partial<Record<SecretName, Sealed>>
}

interface Schema extends DBSchema {
  geojson: { key: string; value: { name: string; payload: unknown; kept_at: number } }
  reduxStore: { key: string; value: { key: string; payload: Payload } }
}

/** A change that is not written yet; `undefined` takes the part away. */
type Change = (payload: Payload) => void

/** Maximum number of tabs whose state is stored separately. */
const MOST_TABS = 10
/** Channel that notifies other tabs of a changed record. */
const WRITTEN = 'samudra-store'

type Listeners = {
  /** Room had to be made: the oldest shapes went. */
  onQuota?: (removed: string[]) => void
}

let isMade = false

/**
 * The browser's database of the specification: `ifc_ior_db`, version 7, with the stores `geojson` and `reduxStore`.
 * The state is written at most twice a second and when the page goes; other tabs and later versions are made way for.
 */
export class LocalDb {
  #db: IDBPDatabase<Schema> | null = null
  #payload: Payload = { state: {} }
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()
  readonly #reported: Listeners
  /**
   * True from connecting to closing: also while the connection is opened again, or another version holds the database.
   */
  #isInUse = false
  /** Something could not be written, and is written with the next connection. */
  #isBehind = false
  /** Made since the last write: another tab's changes to the same record are not written over. */
  #changes: Change[] = []
  readonly #others = new BroadcastChannel(WRITTEN)
  #isRereading = false
  /** Ends the write that is under way and has not read yet; what it was to write is still among the changes. */
  #giveUp: (() => void) | null = null
  /** Writes of the state so far. */
  writes = 0

  /** Throws when there is one already: two would write over each other. */
  constructor(reported: Listeners = {}) {
    if (isMade) throw new Error(MESSAGES.dbExists)
    isMade = true
    this.#reported = reported
  }

  /** Opens the database; a damaged or foreign one is replaced by a clean one. Throws 'Failed To Connect To Db'. */
  async connect(): Promise<void> {
    try {
      this.#db = await this.#open()
      if (!isWhole(this.#db)) throw new Error('the stores are not as they should be')
    } catch {
      this.#db?.close()
      this.#db = null
      this.#db = await deleteDB(NAME)
        .then(() => this.#open())
        .catch(() => {
          throw new Error(MESSAGES.dbFailed)
        })
    }
    this.#isInUse = true
    await this.#reread()
    this.#others.addEventListener('message', () => {
      if (this.#isRereading) return
      this.#isRereading = true
      setTimeout(() => void this.#reread(), COALESCE_MS)
    })
    addEventListener('pagehide', () => void this.flush(true))
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.flush()
    })
  }

  /** Takes the record as it is now, with what this tab has not written yet. */
  async #reread() {
    this.#isRereading = false
    if (this.#db === null) return
    const held = await this.#db.get('reduxStore', 'store').catch(() => undefined)
    this.#take(held?.payload)
  }

  #take(held: unknown) {
    if (isPayload(held)) this.#payload = held
    for (const change of this.#changes) change(this.#payload)
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    return openDB<Schema>(NAME, VERSION, {
      upgrade: (db) => {
        // What versions 1 to 6 held is not of this application's making.
        for (const name of Array.from(db.objectStoreNames)) db.deleteObjectStore(name)
        db.createObjectStore('geojson', { keyPath: 'name' })
        db.createObjectStore('reduxStore', { keyPath: 'key' })
      },
      // Another tab wants to upgrade or delete: it must not wait for this one.
      blocking: () => this.#makeWay(),
      terminated: () => this.#makeWay(),
    })
  }

  #makeWay() {
    this.#db?.close()
    this.#db = null
    void this.#open().then(
      (db) => {
        if (!this.#isInUse) return db.close()
        this.#db = db
        if (this.#isBehind) this.keep({})
      },
      // A later version holds it: what changes from now on lives as long as the page.
      () => undefined,
    )
  }

  #connection(): IDBPDatabase<Schema> {
    if (this.#db === null) throw new Error(MESSAGES.dbNoConnection)
    return this.#db
  }

  /** Returns the state as last stored. */
  get state(): Slices {
    return this.#payload.state
  }

  /** Returns the last state of a tab; undefined when it is no longer stored. */
  stateOf(tab: string): Slices | undefined {
    return this.#payload.tabs?.[tab]?.state
  }

  /** Changes parts of the state, `slice.name` each; written soon, many changes at once. Throws when it was never connected. */
  keep(parts: Record<string, unknown>, tab?: string) {
    const at = Date.now()
    this.#change((payload) => {
      for (const [part, value] of Object.entries(parts)) put(payload.state, part, value)
      if (tab === undefined) return
      const own = ((payload.tabs ??= {})[tab] ??= { at, state: {} })
      own.at = at
      for (const [part, value] of Object.entries(parts)) put(own.state, part, value)
      const oldest = Object.entries(payload.tabs).sort(([, a], [, b]) => b.at - a.at)
      payload.tabs = Object.fromEntries(oldest.slice(0, MOST_TABS))
    })
  }

  #change(change: Change) {
    if (!this.#isInUse) throw new Error(MESSAGES.dbNoConnection)
    change(this.#payload)
    this.#changes.push(change)
    this.#timer ??= setTimeout(() => void this.flush(), COALESCE_MS)
  }

  /** Writes what is not written yet. `isLast`: begun at once, since a page that goes waits for nothing. */
  flush(isLast = false): Promise<void> {
    // What is being written may not be there before the page has gone.
    const isWanted = this.#timer !== undefined || (isLast && this.#changes.length > 0)
    if (!isWanted) return this.#writing
    clearTimeout(this.#timer)
    this.#timer = undefined
    const before = isLast ? undefined : this.#writing
    return (this.#writing = Promise.all([this.#writing, this.#write(isLast, before)]).then(() => undefined))
  }

  async #write(isLast: boolean, before?: Promise<void>) {
    // A write that still has to read would be waited for, and the page has no time for it any more.
    if (isLast) this.#giveUp?.()
    await before
    for (;;)
      try {
        this.writes++
        const writing = this.#connection().transaction('reduxStore', 'readwrite')
        // Read and written in one transaction: no change of another tab falls between.
        if (!isLast) {
          writing.done.catch(() => undefined)
          this.#giveUp = () => writing.abort()
          this.#take((await writing.store.get('store'))?.payload)
          this.#giveUp = null
        }
        const written = new Set(this.#changes)
        const put = writing.store.put({ key: 'store', payload: this.#payload })
        // The put and the commit are requested at once, because a closing page would abort an open transaction.
        writing.commit()
        await Promise.all([put, writing.done])
        // Others may have been made meanwhile, or written by a page that goes.
        this.#changes = this.#changes.filter((change) => !written.has(change))
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
        this.#others.postMessage(null)
        this.#isBehind = false
        return
      } catch (error) {
        this.#giveUp = null
        this.#isBehind = true
        if (!isQuota(error) || !(await this.#makeRoom())) return
      }
  }

  /** Drops the oldest shapes; false when there are none left. */
  async #makeRoom(): Promise<boolean> {
    const shapes = await this.#connection().getAll('geojson')
    const oldest = shapes.sort((a, b) => a.kept_at - b.kept_at).slice(0, Math.max(1, shapes.length >> 2))
    if (oldest.length === 0) return false
    for (const { name } of oldest) await this.#connection().delete('geojson', name)
    this.#reported.onQuota?.(oldest.map(({ name }) => name))
    return true
  }

  /** Keeps a secret: sealed under a key that never leaves this browser. */
  async keepSecret(name: SecretName, clear: string | null): Promise<void> {
    // Without a secure context nothing can be sealed, so no secret is stored.
    if (clear === null || !isSecureContext)
      return this.#change(({ sealed }) => {
        delete sealed?.[name]
      })
    const lock =
      this.#payload.lock ??
      (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']))
    const nonce = crypto.getRandomValues(new Uint8Array(12))
    const bytes = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce },
      lock,
      new TextEncoder().encode(clear),
    )
    this.#change((payload) => {
      // What another lock has sealed in the meantime cannot be opened with this one.
      if (payload.lock !== undefined && payload.lock !== lock) delete payload.sealed
      payload.lock = lock
      payload.sealed = { ...payload.sealed, [name]: { nonce, bytes } }
    })
  }

  async secret(name: SecretName): Promise<string | null> {
    const { lock, sealed } = this.#payload
    const held = sealed?.[name]
    if (lock === undefined || held === undefined) return null
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv: held.nonce }, lock, held.bytes).then(
      (clear) => new TextDecoder().decode(clear),
      () => null,
    )
  }

  /** These slices are gone, from what every tab showed too. */
  forgetSlices(slices: readonly string[]) {
    this.#change(({ state, tabs }) => {
      const states = [state, ...Object.values(tabs ?? {}).map((tab) => tab.state)]
      for (const one of states) for (const slice of slices) delete one[slice]
    })
  }

  /** After a logout: secrets and these slices are gone from the disk. */
  async forget(slices: readonly string[]): Promise<void> {
    this.forgetSlices(slices)
    this.#change((payload) => {
      delete payload.sealed
      delete payload.lock
    })
    // A shape may be one that only its user sees.
    await Promise.all([this.flush(true), this.geojson.clear().catch(() => undefined)])
  }

  readonly geojson = {
    get: async (name: string): Promise<unknown> => (await this.#connection().get('geojson', name))?.payload,
    clear: async () => {
      const clearing = this.#connection().transaction('geojson', 'readwrite')
      const cleared = clearing.store.clear()
      // As with the state: who logs out leaves the page at once.
      clearing.commit()
      await Promise.all([cleared, clearing.done])
    },
    names: () => this.#connection().getAllKeys('geojson'),
    remove: (name: string) => this.#connection().delete('geojson', name),
    put: async (name: string, payload: unknown): Promise<void> => {
      const record = { name, payload, kept_at: Date.now() }
      for (;;)
        try {
          await this.#connection().put('geojson', record)
          return
        } catch (error) {
          if (!isQuota(error) || !(await this.#makeRoom())) throw error
        }
    },
  }

  close() {
    this.#others.close()
    this.#db?.close()
    this.#db = null
    this.#isInUse = false
    isMade = false
  }
}

/** Puts a part, `slice` or `slice.name`, where it belongs; a named one that is null goes. */
function put(state: Slices, part: string, value: unknown) {
  const dot = part.indexOf('.')
  if (dot < 0) {
    state[part] = value
    return
  }
  const slice = part.slice(0, dot)
  const held = state[slice]
  const changed = { ...(isSlice(held) ? held : {}), [part.slice(dot + 1)]: value }
  if (value === null) delete changed[part.slice(dot + 1)]
  state[slice] = changed
}

const isSlice = (value: unknown): value is Slices => typeof value === 'object' && value !== null
const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
const isPayload = (value: unknown): value is Payload =>
  isSlice(value) && isSlice(value['state']) && (value['tabs'] === undefined || isSlice(value['tabs']))
const isWhole = (db: IDBPDatabase<Schema>) =>
  db.objectStoreNames.length === 2 &&
  db.objectStoreNames.contains('geojson') &&
  db.objectStoreNames.contains('reduxStore')
