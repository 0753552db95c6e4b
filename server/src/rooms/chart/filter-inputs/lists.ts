import { anyOf, ownerAndAdministrators } from '../../../platform/kernel/http/audience.ts'
import { KnownVersions, knowledgeSpan, type Period } from '../../../platform/kernel/cluster/versions-at.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Also } from '../../../platform/kernel/objects/objects.sql.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { AisFilter } from '@samudra/contract/filter'
import { BLACKLIST } from '@samudra/contract/vessel-lists'
import type { KnownShips } from '../../../sea/known-ships.ts'
import type { ListMove } from '../../../sea/topics.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { Found } from './found.ts'
import {
  moveMembers,
  readStays,
  takeBlacklist,
  takeFromBodies,
  type Member,
  type Stay,
} from './members.sql.ts'

/** Body of a list as stored; its members are rows of their own. A dynamic list states its query. */
export type ListBody = { name: string; color: string } & (
  | { kind: 'STATIC' }
  | { kind: 'DYNAMIC'; query: AisFilter }
)
export type List = Held<ListBody>

/** Members of a group put ships on its lists and take them off. */
const changers = (list: List) =>
  list.visibility === 'GROUP'
    ? anyOf(ownerAndAdministrators(list), { to: 'groups', ids: list.group_ids })
    : ownerAndAdministrators(list)

const isDynamic = (list: Pick<List, 'body'>) => list.body.kind === 'DYNAMIC'

/** Listener for vessels that entered and left, and for lists that changed in any way. */
export type WhenMoved = (lists: readonly string[], moves: ListMove[], isHere: boolean) => void

/** Lists of vessels that users keep, for themselves and for their group. */
export async function openLists(
  needs: { db: Db; clock: Clock; others?: Others },
  moved: WhenMoved = () => undefined,
) {
  await takeFromBodies(needs.db)
  await takeBlacklist(needs.db)
  const lists = await openObjects<ListBody>(needs, {
    type: 'vessel_list',
    noun: 'vessel list',
    mostOfUser: 500,
    changers,
    given: [{ id: BLACKLIST, body: { name: 'Blacklist', kind: 'STATIC', color: '#c62828' } }],
  })
  const membership = new Membership(needs, lists, moved)
  await membership.load()
  lists.whenFollowed(async (ids) => {
    const moves = await membership.load(ids)
    moved(ids ?? Array.from(lists.all(), ({ id }) => id), moves, false)
  })
  return { lists, membership }
}

/** Members of a version of a list, in order, with the end of their stay. */
class Roster {
  version: number
  readonly #stays = new Map<number, { member: Member; end: number }>()
  #firstEnd: number | null = null

  constructor(version: number, members: Iterable<Member>) {
    this.version = version
    for (const one of members) this.#put(one)
  }
  get members(): Member[] {
    return Array.from(this.#stays.values(), ({ member }) => member)
  }
  has(mmsi: number): boolean {
    return this.#stays.has(mmsi)
  }
  get mmsis(): Iterable<number> {
    return this.#stays.keys()
  }
  /** When the first of them has to go. */
  get firstEnd(): number {
    if (this.#firstEnd === null) {
      this.#firstEnd = Infinity
      for (const { end } of this.#stays.values()) this.#firstEnd = Math.min(this.#firstEnd, end)
    }
    return this.#firstEnd
  }
  endedBy(at: number): string[] {
    return [...this.#stays.values()].flatMap(({ member, end }) => (end <= at ? [member.mmsi] : []))
  }
  /** When the stay of a ship ends; of one that is not on the list it has. */
  endOf(mmsi: number): number {
    return this.#stays.get(mmsi)?.end ?? -Infinity
  }
  /** Returns the next version with changed members. This version stays for later reads of the past. */
  after(version: number, { come, go }: { come: readonly Member[]; go: readonly string[] }): Roster {
    const next = new Roster(version, [])
    for (const [mmsi, stay] of this.#stays) next.#stays.set(mmsi, stay)
    for (const mmsi of go) next.#stays.delete(Number(mmsi))
    for (const member of come) next.#put(member)
    return next
  }
  #put(member: Member): void {
    const end = member.expires_at === null ? Infinity : Date.parse(member.expires_at)
    this.#stays.set(Number(member.mmsi), { member, end })
  }
}

/**
 * Members of all lists with the end of their stay: held for current lists, which every contact queries; read for the
 * past. An added vessel is a member from one version of the list to another. The finds of a dynamic list are known by
 * times.
 */
export class Membership {
  readonly found: Found
  readonly #db: Db
  readonly #clock: Clock
  readonly #lists: Objects<ListBody>
  readonly #moved: WhenMoved
  readonly #now = new Map<string, Roster>()
  readonly #then = new WeakMap<List, Roster>()

  constructor(
    needs: { db: Db; clock: Clock; others?: Others },
    lists: Objects<ListBody>,
    moved: WhenMoved = () => undefined,
  ) {
    this.#db = needs.db
    this.#clock = needs.clock
    this.#lists = lists
    this.#moved = moved
    this.found = new Found({
      ...needs,
      moved: (moves, isHere) => moved([...new Set(moves.map(({ list }) => list))], moves, isHere),
    })
  }

  /** Reads who is on some of the current lists, or on all; answers who came and went since they were read last. */
  async load(ids: readonly string[] | null = null): Promise<ListMove[]> {
    const at = this.#clock.now()
    const stays = await this.#currentStays(ids)
    const moves = await this.found.load(ids, at)
    for (const id of ids ?? [...this.#now.keys()])
      if (this.#lists.find(id) === undefined) {
        moves.push(...movesBetween(id, this.#now.get(id), undefined, at))
        this.forget(id)
      }
    for (const { id, version } of this.#lists.all()) {
      if (ids?.includes(id) === false) continue
      const roster = new Roster(version, membersIn(stays.get(id) ?? []))
      moves.push(...movesBetween(id, this.#now.get(id), roster, at))
      this.#now.set(id, roster)
    }
    return moves
  }

  async #currentStays(ids: readonly string[] | null) {
    const stays = await readStays(this.#db, ids)
    return byList(ids === null ? stays : stays.filter(({ to_version }) => to_version === null))
  }

  /** Returns the members of a list that is current or from `during`. Reasons of dynamic lists are read. */
  membersOf(list: List): Member[] {
    if (!isDynamic(list)) return this.#rosterOf(list)?.members ?? []
    return this.found.entriesOf(list).map(([mmsi, since]) => ({
      mmsi: mmsiText(mmsi),
      reason: '',
      added_by: '',
      added_by_id: '',
      added_at: new Date(since).toISOString(),
      expires_at: null,
    }))
  }

  /**
   * Returns whether a caller sees the members of a visible list. A dynamic list finds with the visibility of its
   * owner, so its members are for the owner and for users from whom nothing is hidden.
   */
  isVisible(list: List, caller: Caller): boolean {
    return !isDynamic(list) || caller.visibility.all || list.owner_id === caller.userId
  }

  /** Returns true if a caller sees a vessel on a list; blacklisted ones outside the picture need full rights. */
  isVisibleMember(list: List, mmsi: number, caller: Caller, ships: KnownShips): boolean {
    const isKnown = list.id === BLACKLIST ? ships.isShown(mmsi) : ships.mayKnow(mmsi)
    return isKnown && this.isVisible(list, caller)
  }

  /** Returns whether a vessel is on a list that the caller sees. */
  isIn(caller: Caller, id: string, mmsi: number, at: number): boolean {
    const list = this.#lists.find(id)
    return list !== undefined && this.#isKnownTo(list, caller) && this.holds(list, mmsi, at)
  }

  /** The lists of a ship that a caller sees. */
  listsOf(caller: Caller, mmsi: number, at: number): List[] {
    return this.listsWith(mmsi, at).filter((list) => this.#isKnownTo(list, caller))
  }

  /** Returns the lists a vessel is on, regardless of visibility. */
  listsWith(mmsi: number, at: number): List[] {
    const found: List[] = []
    for (const list of this.#lists.all()) if (this.holds(list, mmsi, at)) found.push(list)
    return found
  }

  #isKnownTo = (list: List, caller: Caller) =>
    this.#lists.isSeenBy(list, caller) && this.isVisible(list, caller)

  /** Returns whether a version of a list has a vessel at an instant. */
  holds(list: List, mmsi: number, at: number): boolean {
    if (isDynamic(list)) return this.found.holds(list, mmsi, at)
    return (this.#rosterOf(list)?.endOf(mmsi) ?? -Infinity) > at
  }

  /** Returns whether a vessel is blacklisted. */
  isBlacklisted(mmsi: number): boolean {
    const list = this.#lists.find(BLACKLIST)
    return list !== undefined && this.holds(list, mmsi, this.#clock.now())
  }

  /** Members of lists whose time has run out by an instant, and who are still there. */
  expired(at: number): { list: List; mmsis: string[] }[] {
    const ended: { list: List; mmsis: string[] }[] = []
    for (const list of this.#lists.all()) {
      const roster = this.#now.get(list.id)
      if (roster !== undefined && roster.firstEnd <= at) ended.push({ list, mmsis: roster.endedBy(at) })
    }
    return ended
  }

  /** Every version of the lists a caller sees that was believed at some time of a period, with who was on it. */
  async during(from: Date, to: Date, caller: Caller): Promise<List[]> {
    const versions = await this.#lists.during(from, to, caller)
    const found = await this.found.asThen(versions.filter(isDynamic), from, to)
    await this.#readStatic(versions.filter((one) => !isDynamic(one)))
    return versions.map((one) => (isDynamic(one) ? found.shift()! : one))
  }

  async #readStatic(versions: readonly List[]) {
    const unknown = versions.filter((one) => !this.#then.has(one) && !this.#keepCurrent(one))
    if (unknown.length === 0) return
    const ids = [...new Set(unknown.map(({ id }) => id))]
    const stays = byList(await readStays(this.#db, ids))
    for (const one of unknown) {
      const { version } = one
      const then = (stays.get(one.id) ?? []).filter(
        ({ from_version, to_version }) => from_version <= version && (to_version ?? Infinity) > version,
      )
      this.#then.set(one, new Roster(version, membersIn(then)))
    }
  }

  /** Stores the present members of a current version, which would be lost with the next change of members. */
  #keepCurrent(one: List): boolean {
    const roster = this.#now.get(one.id)
    if (this.#lists.find(one.id) !== one || roster?.version !== one.version) return false
    this.#then.set(one, roster)
    return true
  }

  /** A list the caller may change, with those who are on this very version. Throws NOT_FOUND, FORBIDDEN. */
  async writable(id: string, caller: Caller): Promise<List> {
    for (;;) {
      const list = this.#lists.writable(id, caller)
      if (this.#now.get(id)?.version === list.version) return list
      const stays = await this.#currentStays([id])
      this.#now.set(id, new Roster(list.version, membersIn(stays.get(id) ?? [])))
    }
  }

  /** Makes the next version of a list. Throws VERSION_CONFLICT when another change was faster. */
  move(
    caller: Caller,
    before: List,
    { come, go, reason, also }: { come: Member[]; go: string[]; reason: string; also?: Also },
  ): Promise<List> {
    const at = { id: before.id, expected_version: before.version }
    return this.#lists.change(caller, at, { reason }, () => null, {
      also: moveMembers(come, go, also),
      held: ({ id, version, known_from }) => {
        const roster = this.#now.get(id)
        if (roster === undefined || roster.version >= version) return
        this.#now.set(id, roster.after(version, { come, go }))
        this.#moved(
          [id],
          movesOf(id, { come, go, reason, by: caller.username, at: known_from.getTime() }),
          true,
        )
      },
    })
  }

  /** Copies the members to a version that changes something else of the list. */
  sameOn({ id, version }: List): void {
    const roster = this.#now.get(id)
    if (roster !== undefined && roster.version === version - 1) roster.version = version
  }

  /** Ends the stays of all members of a removed list. */
  async end(before: List, after: List): Promise<void> {
    const { id, reason, updated_by: by, known_from } = after
    const go = this.membersOf(before).map(({ mmsi }) => mmsi)
    const at = known_from.getTime()
    if (isDynamic(before)) await this.found.end(id, at, reason)
    this.forget(id)
    this.#moved([id], movesOf(id, { come: [], go, reason, by, at }), true)
  }

  /** Holds nothing any more of a list that was removed. */
  forget(id: string): void {
    this.#now.delete(id)
    this.found.forget(id)
  }

  #rosterOf(list: List): Roster | undefined {
    return this.#then.get(list) ?? this.#now.get(list.id)
  }
}

function byList(stays: readonly Stay[]): Map<string, Stay[]> {
  const lists = new Map<string, Stay[]>()
  for (const one of stays) {
    const known = lists.get(one.list_id)
    if (known === undefined) lists.set(one.list_id, [one])
    else known.push(one)
  }
  return lists
}
function movesOf(
  list: string,
  {
    come,
    go,
    reason,
    by,
    at,
  }: { come: readonly Member[]; go: readonly string[]; reason: string; by: string; at: number },
): ListMove[] {
  const isBack = new Set(come.map(({ mmsi }) => mmsi))
  const left = go.filter((mmsi) => !isBack.has(mmsi))
  const move = (mmsi: string, to: ListMove['to'], why: string): ListMove => ({
    list,
    mmsi: Number(mmsi),
    to,
    at,
    why,
    by,
  })
  return [
    ...left.map((mmsi) => move(mmsi, 'LEFT', reason)),
    ...come.map(({ mmsi, reason: why }) => move(mmsi, 'JOINED', why)),
  ]
}

/** Returns the vessels that entered and left between two states of a list, as another process left them. */
function movesBetween(list: string, before: Roster | undefined, after: Roster | undefined, at: number) {
  const was = new Set(before?.mmsis)
  const come = after?.members.filter(({ mmsi }) => !was.has(Number(mmsi))) ?? []
  const go = before?.members.flatMap(({ mmsi }) => (after?.has(Number(mmsi)) === true ? [] : [mmsi])) ?? []
  return movesOf(list, { come, go, reason: '', by: come[0]?.added_by ?? '', at })
}

const membersIn = (stays: readonly Stay[]) => stays.map(({ member }) => member)

/** The lists as they stood at each instant of a period, of some ids or all, and when a ship came on or off. */
export async function listsThen(
  membership: Membership,
  caller: Caller,
  period: Period,
  ids: readonly string[] | null,
) {
  const { from, to } = period
  const versions = (await membership.during(...knowledgeSpan(period), caller)).filter(
    (list) => (ids === null || ids.includes(list.id)) && membership.isVisible(list, caller),
  )
  const believed = new KnownVersions(versions, period, (some) => new Map(some.map((list) => [list.id, list])))
  const ends = versions.flatMap((list) =>
    isDynamic(list)
      ? membership.found.changesOf(list)
      : membership.membersOf(list).flatMap(({ expires_at }) => Date.parse(expires_at ?? '')),
  )
  return {
    isInList: (id: string, mmsi: number, at: number) => {
      const list = believed.at(at).get(id)
      return list !== undefined && membership.holds(list, mmsi, at)
    },
    listsOf: (mmsi: number, at: number) =>
      [...believed.at(at).values()].flatMap((list) => (membership.holds(list, mmsi, at) ? [list.id] : [])),
    changes: [...believed.changes, ...ends.filter((end) => end > from && end <= to)],
  }
}
