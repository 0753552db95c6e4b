import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { MESSAGES } from '@samudra/contract/wire/messages'

const NAME = 'ifc_ior_db'
const VERSION = 7
/** At most one write in this time. */
const COALESCE_MS = 500
const SECRETS = ['token', 'chat_token'] as const
type SecretName = (typeof SECRETS)[number]
type Sealed = { nonce: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** The whole application state as it is kept; what is secret is sealed in it. */
export type Payload = {
  state: Record<string, unknown>
  /** Seals what is secret; it cannot be read out of the browser, only used in it. */
  lock?: CryptoKey
  sealed?: Partial<Record<SecretName, Sealed>>
}

interface Schema extends DBSchema {
  geojson: { key: string; value: { name: string; payload: unknown; kept_at: number } }
  reduxStore: { key: string; value: { key: string; payload: Payload } }
}

type Told = {
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
  readonly #told: Told
  /** True from connecting to closing: also while the connection is made anew, or another version holds the database. */
  #isInUse = false
  /** Something could not be written, and is written with the next connection. */
  #isBehind = false
  /** Writes of the state so far. */
  writes = 0

  /** Throws when there is one already: two would write over each other. */
  constructor(told: Told = {}) {
    if (isMade) throw new Error(MESSAGES.dbExists)
    isMade = true
    this.#told = told
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
    const held = await this.#connection()
      .get('reduxStore', 'store')
      .catch(() => undefined)
    this.#payload = isPayload(held?.payload) ? held.payload : { state: {} }
    addEventListener('pagehide', () => void this.flush())
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.flush()
    })
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

  /** The state as it was kept last. */
  get state(): Record<string, unknown> {
    return this.#payload.state
  }

  /** Changes parts of the state; written soon, many changes at once. Throws when it was never connected. */
  keep(part: Record<string, unknown>) {
    if (!this.#isInUse) throw new Error(MESSAGES.dbNoConnection)
    Object.assign(this.#payload.state, part)
    this.#timer ??= setTimeout(() => void this.flush(), COALESCE_MS)
  }

  /** Writes what is not written yet; begun at once, since a page that goes waits for nothing. */
  flush(): Promise<void> {
    if (this.#timer === undefined) return this.#writing
    clearTimeout(this.#timer)
    this.#timer = undefined
    return (this.#writing = Promise.all([this.#writing, this.#write()]).then(() => undefined))
  }

  async #write() {
    const record = { key: 'store', payload: this.#payload }
    for (;;)
      try {
        this.writes++
        const writing = this.#connection().transaction('reduxStore', 'readwrite')
        const put = writing.store.put(record)
        // Asked for at once: a page that goes would take an open transaction with it.
        writing.commit()
        await Promise.all([put, writing.done])
        this.#isBehind = false
        return
      } catch (error) {
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
    this.#told.onQuota?.(oldest.map(({ name }) => name))
    return true
  }

  /** Keeps a secret: sealed under a key that never leaves this browser. */
  async keepSecret(name: SecretName, clear: string | null): Promise<void> {
    const sealed = { ...this.#payload.sealed }
    // Without a secure context nothing can be sealed, so nothing secret is kept.
    if (clear === null || !isSecureContext) delete sealed[name]
    else {
      this.#payload.lock ??= await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      const bytes = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce },
        this.#payload.lock,
        new TextEncoder().encode(clear),
      )
      sealed[name] = { nonce, bytes }
    }
    this.#payload.sealed = sealed
    this.keep({})
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

  /** After a logout: secrets and who they were of are gone from the disk. */
  async forget(parts: string[]): Promise<void> {
    for (const part of parts) delete this.#payload.state[part]
    delete this.#payload.sealed
    delete this.#payload.lock
    this.keep({})
    await this.flush()
  }

  readonly geojson = {
    get: async (name: string): Promise<unknown> => (await this.#connection().get('geojson', name))?.payload,
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
    this.#db?.close()
    this.#db = null
    this.#isInUse = false
    isMade = false
  }
}

const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  typeof value.state === 'object' &&
  value.state !== null
const isWhole = (db: IDBPDatabase<Schema>) =>
  db.objectStoreNames.length === 2 &&
  db.objectStoreNames.contains('geojson') &&
  db.objectStoreNames.contains('reduxStore')
