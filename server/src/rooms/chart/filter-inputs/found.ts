import type { ListMove } from '../../../sea/topics.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  endFinds,
  forgetFinds,
  readFinds,
  readFindsDuring,
  readWhy,
  writeMoves,
  type Find,
  type FoundMove,
} from './finds.sql.ts'

/** Message about moves between processes; with more moves than this it names the lists alone, which are read again. */
type Reported = { at: number; lists: string[]; moves: FoundMove[] | null }
const MOST_SHOWN = 1000
const TOPIC = 'list finds'

type Needs = { db: Db; others?: Others | undefined; moved: (moves: ListMove[], isHere: boolean) => void }
type Stays = ReadonlyMap<number, readonly { from: number; to: number }[]>

/** Whom dynamic lists find: now, held with since when; at any other time, read. */
export class Found {
  readonly #needs: Needs
  readonly #now = new Map<string, Map<number, number>>()
  /** Stays of lists as they were at some time. */
  readonly #then = new WeakMap<object, Stays>()

  constructor(needs: Needs) {
    this.#needs = needs
    needs.others?.follow<Reported>(TOPIC, {
      changed: async ({ at, lists, moves }) => {
        if (moves === null) needs.moved(await this.load(lists, at), false)
        else needs.moved(this.#take(moves, at), false)
      },
      afresh: async () => {
        const moves = await this.load(null, Date.now())
        needs.moved(moves, false)
        return moves.length > 0
      },
    })
  }

  /** Reads some lists, or all, and answers who came and went since they were read last. */
  async load(lists: readonly string[] | null, at: number): Promise<ListMove[]> {
    const byList = new Map<string, Map<number, number>>()
    for (const { list_id, mmsi, joined_at } of await readFinds(this.#needs.db, lists)) {
      const ships = byList.get(list_id) ?? new Map<number, number>()
      byList.set(list_id, ships.set(mmsi, joined_at.getTime()))
    }
    const moves: ListMove[] = []
    for (const list of new Set([...(lists ?? this.#now.keys()), ...byList.keys()])) {
      const before = this.#now.get(list) ?? NO_SHIPS
      const after = byList.get(list)
      for (const mmsi of before.keys())
        if (after?.has(mmsi) !== true) moves.push({ list, mmsi, to: 'LEFT', at, why: '', by: '' })
      for (const [mmsi, since] of after ?? NO_SHIPS)
        if (!before.has(mmsi)) moves.push({ list, mmsi, to: 'JOINED', at: since, why: '', by: '' })
      if (after === undefined) this.#now.delete(list)
      else this.#now.set(list, after)
    }
    return moves
  }

  /** Stores the vessels that entered and left, holds them, and reports them. */
  async move(moves: readonly FoundMove[], at: number): Promise<void> {
    if (moves.length === 0) return
    const { db, others, moved } = this.#needs
    const lists = [...new Set(moves.map(({ list }) => list))]
    const count = await writeMoves(db, new Date(at), moves)
    // Another wrote some of it: what stands in the database is what counts.
    const isWhole = count === moves.length
    const made = isWhole ? this.#take(moves, at) : await this.load(lists, at)
    // Messages about the lists follow after this one there.
    others?.publish(TOPIC, {
      at,
      lists,
      moves: isWhole && moves.length <= MOST_SHOWN ? [...moves] : null,
    } satisfies Reported)
    moved(made, true)
  }

  /** Ends what a list found: it is no more. */
  async end(list: string, at: number, why: string): Promise<void> {
    await endFinds(this.#needs.db, list, new Date(at), why)
    this.forget(list)
  }

  #take(moves: readonly FoundMove[], at: number): ListMove[] {
    for (const { list, mmsi, isIn } of moves) {
      const ships = this.#now.get(list) ?? new Map<number, number>()
      if (isIn) this.#now.set(list, ships.set(mmsi, at))
      else ships.delete(mmsi)
    }
    return moves.map(({ list, mmsi, isIn, why }) => ({
      list,
      mmsi,
      to: isIn ? 'JOINED' : 'LEFT',
      at,
      why,
      by: '',
    }))
  }

  /** Ships a list finds now, and since when, epoch ms. */
  shipsOf(list: string): ReadonlyMap<number, number> {
    return this.#now.get(list) ?? NO_SHIPS
  }
  forget(list: string): void {
    this.#now.delete(list)
  }

  /** Lets go of stays that ended before an instant. */
  async forgetBefore(at: number): Promise<void> {
    await forgetFinds(this.#needs.db, new Date(at))
  }

  /** Returns why a list found some vessels, for the given beginnings of their stays. */
  whyOf(list: string, ships: readonly { mmsi: string; added_at: string }[]): Promise<Map<number, string>> {
    return readWhy(
      this.#needs.db,
      list,
      ships.map(({ mmsi, added_at }) => ({ mmsi, added_at })),
    )
  }

  /** Returns whether a list had a vessel at an instant; a list as it stands now is queried for now. */
  holds(list: { id: string }, mmsi: number, at: number): boolean {
    const stays = this.#then.get(list)
    if (stays === undefined) return this.#now.get(list.id)?.has(mmsi) === true
    return stays.get(mmsi)?.some(({ from, to }) => from <= at && to > at) === true
  }

  /** Ships of a list, now or as it was when `asThen` read it, with since when. */
  entriesOf(list: { id: string }): [mmsi: number, since: number][] {
    const stays = this.#then.get(list)
    if (stays === undefined) return [...this.shipsOf(list.id)]
    return Array.from(stays, ([mmsi, some]) => [mmsi, some.at(-1)!.from])
  }

  /** When ships came and went, of a list that `asThen` read. */
  changesOf(list: object): number[] {
    return [...(this.#then.get(list)?.values() ?? [])].flat().flatMap(({ from, to }) => [from, to])
  }

  /** Versions of dynamic lists as they stood in a period. */
  async asThen<List extends { id: string }>(lists: readonly List[], from: Date, to: Date): Promise<List[]> {
    if (lists.length === 0) return []
    const ids = [...new Set(lists.map(({ id }) => id))]
    const stays = new Map<string, Find[]>()
    for (const one of await readFindsDuring(this.#needs.db, ids, from, to)) {
      const known = stays.get(one.list_id)
      if (known === undefined) stays.set(one.list_id, [one])
      else known.push(one)
    }
    return lists.map((list) => {
      const then = { ...list }
      this.#then.set(then, staysByShip(stays.get(list.id) ?? []))
      return then
    })
  }
}

const NO_SHIPS: ReadonlyMap<number, number> = new Map()

function staysByShip(finds: readonly Find[]): Stays {
  const ships = new Map<number, { from: number; to: number }[]>()
  for (const { mmsi, joined_at, left_at } of finds) {
    const stay = { from: joined_at.getTime(), to: left_at?.getTime() ?? Infinity }
    const known = ships.get(mmsi)
    if (known === undefined) ships.set(mmsi, [stay])
    else known.push(stay)
  }
  return ships
}
