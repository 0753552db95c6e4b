import type { Kind } from '@samudra/contract/kind'
import { tableUpdate } from '@samudra/contract/kind'
import { resync } from '@samudra/contract/socket'
import { create } from 'zustand'

/** Query to the server: all objects page by page, or some by id. */
export type StoreQuery<Item> = (query: {
  ids?: string[]
  cursor?: string
  as_of?: string
}) => Promise<{ items: Item[]; next: string | null }>

/** Dependencies of a store, so that it runs on a page and in a test. */
export type Needs<Item> = {
  ask: StoreQuery<Item>
  /** The state of knowledge that is shown; undefined is what is known now. */
  asOf: () => string | undefined
  /** Cache of the last contents in the browser's database. */
  cached?: { get: () => Promise<Item[] | undefined>; put: (items: readonly Item[]) => void }
  /** Names of other subjects that change with this one. */
  also?: (held: Item) => string[]
}

export type Holding<Item> = {
  /** In the order of the kind. */
  rows: readonly Item[]
  byId: ReadonlyMap<string, Item>
  /** True after the first read; before, a cached copy may be shown. */
  isRead: boolean
  /** Why the last reading failed. */
  fault: string | null
}

/** Ids that go into one question. */
const AT_ONCE = 50
/** More are on a map than anybody reads. */
const MOST = 10_000
/** A list that others change while its pages are read is begun again so often. */
const MOST_RETRIES = 3

/**
 * The objects of one kind as this screen holds them. They are read once, page by page; pushes bring what changed, or the
 * ids that are read one by one then. One thing is done at a time, so that no answer overtakes another, and an older
 * version never takes the place of a newer one.
 */
export class ObjectStore<Item> {
  readonly use = create<Holding<Item>>(() => ({ rows: [], byId: new Map(), isRead: false, fault: null }))
  readonly kind: Kind<Item>
  readonly #needs: Needs<Item>
  #holders = 0
  /** The state of knowledge that was read last. */
  #readAsOf: string | undefined
  #isStale = false
  #wanted = new Set<string>()
  /** Changes received during a read; they win over its answer. */
  #heard = new Map<string, Item | null>()
  /** Grows with every push of this kind. */
  #pushes = 0
  #working: Promise<void> | null = null

  constructor(kind: Kind<Item>, needs: Needs<Item>) {
    this.kind = kind
    this.#needs = needs
  }

  /** Returns whether a component uses the contents. */
  get isHeld(): boolean {
    return this.#holders > 0
  }

  /** Reads them and keeps up with what changes, until the end it returns is called. */
  hold(): () => void {
    if (this.#holders++ === 0) void this.read()
    let isOver = false
    return () => {
      if (!isOver) this.#holders--
      isOver = true
    }
  }

  /**
   * Reads all objects again; the current ones stay until the new ones arrive. A call during a read starts one more
   * read.
   */
  read(): Promise<void> {
    this.#isStale = true
    return this.#work()
  }

  /** Takes what the server answered to a change of this user's. */
  take(...items: Item[]) {
    this.#bring(items.map((item) => [this.kind.idOf(item), item]))
    const others = this.#needs.also === undefined ? [] : items.flatMap(this.#needs.also)
    if (others.length > 0) void this.#want(others)
  }
  /** This user removed it. */
  drop(id: string) {
    const before = this.use.getState().byId.get(id)
    this.#bring([[id, null]])
    const others = before === undefined ? [] : (this.#needs.also?.(before) ?? [])
    if (others.length > 0) void this.#want(others)
  }
  /** Reads these again: something of theirs changed that is no version. */
  again(...ids: string[]): Promise<void> {
    return this.#want(ids)
  }

  /** Another state of knowledge is to be shown. */
  know() {
    if (this.isHeld && this.#needs.asOf() !== this.#readAsOf) void this.read()
  }

  applyPush(wire: string, raw: unknown) {
    // The past does not change by what happens now.
    if (!this.isHeld || this.#needs.asOf() !== undefined) return
    if (wire === tableUpdate.wire) {
      const reading = tableUpdate.payload(raw)
      if (!reading.ok || reading.value.table !== this.kind.table) return
      this.#pushes++
      void this.#want(reading.value.ids)
      return
    }
    const brought = this.kind.brings.find((one) => one.wire === wire)?.read(raw)
    if (brought === undefined || brought === null) return
    this.#pushes++
    const { id, item } = brought
    this.#bring([[id, item]])
  }

  #want(ids: readonly string[]): Promise<void> {
    const { byId } = this.use.getState()
    for (const id of ids) {
      this.#wanted.add(id)
      const held = byId.get(id)
      if (held !== undefined) for (const other of this.#needs.also?.(held) ?? []) this.#wanted.add(other)
    }
    return this.#work()
  }

  #bring(changes: readonly (readonly [string, Item | null])[]) {
    if (this.#needs.asOf() !== undefined) return
    if (this.#working !== null) for (const [id, item] of changes) this.#heard.set(id, item)
    this.#show(changes)
  }

  #show(changes: Iterable<readonly [string, Item | null]>, more: Partial<Holding<Item>> = {}) {
    const byId = new Map(this.use.getState().byId)
    for (const [id, item] of changes) this.#apply(byId, id, item)
    this.#set(byId, more)
  }

  #apply(byId: Map<string, Item>, id: string, item: Item | null) {
    const held = byId.get(id)
    const { versionOf } = this.kind
    if (item === null) byId.delete(id)
    else if (held === undefined || versionOf(held) <= versionOf(item)) byId.set(id, item)
  }

  #set(byId: ReadonlyMap<string, Item>, more: Partial<Holding<Item>>) {
    const rows = [...byId.values()].sort(this.kind.order)
    this.use.setState({ byId, rows, ...more })
    if (this.use.getState().isRead && this.#needs.asOf() === undefined) this.#needs.cached?.put(rows)
  }

  #work(): Promise<void> {
    return (this.#working ??= this.#workOff())
  }

  async #workOff() {
    try {
      await this.#showCached()
      while (this.#isStale || this.#wanted.size > 0) {
        this.#heard = new Map()
        if (this.#isStale) await this.#readAll()
        else await this.#readSome()
      }
    } catch (error) {
      // Unanswered ids are requested with everything else at the next read.
      this.#isStale = true
      this.#wanted.clear()
      this.use.setState({ fault: (error as Error).message })
    } finally {
      this.#working = null
    }
  }

  async #showCached() {
    const isShown = () => this.use.getState().isRead || this.use.getState().rows.length > 0
    if (this.#needs.cached === undefined || isShown() || this.#needs.asOf() !== undefined) return
    const items = await this.#needs.cached.get()
    if (items !== undefined && !isShown()) this.#show(items.map((item) => [this.kind.idOf(item), item]))
  }

  async #readAll() {
    for (let turn = 1; ; turn++) {
      this.#isStale = false
      this.#wanted.clear()
      const pushes = this.#pushes
      const as_of = this.#needs.asOf()
      this.#readAsOf = as_of
      const byId = new Map<string, Item>()
      let pages = 0
      for (let cursor: string | undefined, isMore = true; isMore && byId.size < MOST; pages++) {
        const page = await this.#needs.ask(query({ cursor, as_of }))
        for (const item of page.items) byId.set(this.kind.idOf(item), item)
        cursor = page.next ?? undefined
        isMore = page.next !== null
      }
      // Another state of knowledge was chosen meanwhile.
      if (as_of !== this.#needs.asOf()) continue
      // A row may have moved from a page that was not read yet to one that was.
      if (pages > 1 && pushes !== this.#pushes && turn < MOST_RETRIES) continue
      if (as_of === undefined) for (const [id, item] of this.#heard) this.#apply(byId, id, item)
      return this.#set(byId, { isRead: true, fault: null })
    }
  }

  async #readSome() {
    const ids = [...this.#wanted].slice(0, AT_ONCE)
    for (const id of ids) this.#wanted.delete(id)
    const as_of = this.#needs.asOf()
    const { items } = await this.#needs.ask(query({ ids, as_of }))
    if (as_of !== this.#needs.asOf()) return
    const changes = new Map<string, Item | null>(ids.map((id) => [id, null]))
    for (const item of items) changes.set(this.kind.idOf(item), item)
    for (const [id, item] of this.#heard) {
      const read = changes.get(id)
      const isOlder =
        item !== null &&
        read !== null &&
        read !== undefined &&
        this.kind.versionOf(item) < this.kind.versionOf(read)
      if (!isOlder) changes.set(id, item)
    }
    this.#show(changes, { fault: null })
  }
}

const query = ({
  ids,
  cursor,
  as_of,
}: {
  ids?: string[]
  cursor?: string | undefined
  as_of: string | undefined
}) => ({
  ...(ids === undefined ? {} : { ids }),
  ...(cursor === undefined ? {} : { cursor }),
  ...(as_of === undefined ? {} : { as_of }),
})

/** Stores of one screen: each receives every push, and each reads again when missed pushes are no longer available. */
export class ObjectStores {
  readonly #all = new Set<Pick<ObjectStore<never>, 'isHeld' | 'applyPush' | 'know' | 'read'>>()

  add<Item>(store: ObjectStore<Item>): ObjectStore<Item> {
    this.#all.add(store)
    return store
  }

  /** Applies a push. After a short absence the missed pushes follow; after a longer one everything is read again. */
  applyPush(wire: string, raw: unknown) {
    if (wire === resync.wire) this.#readAgain()
    else for (const store of this.#all) store.applyPush(wire, raw)
  }

  /** Another state of knowledge was chosen. */
  know() {
    for (const store of this.#all) store.know()
  }

  /** Nothing leaves the screen until what is in its place has come. */
  #readAgain() {
    for (const store of this.#all) if (store.isHeld) void store.read()
  }
}
