import { listKind } from '@samudra/contract/vessel-lists'
import { ANONYMOUS, SAMUDRA, type Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Lease } from '../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../platform/kernel/text/log.ts'
import { pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import type { List, ListBody, Membership, FilterInputsInterface } from '../../chart/filter-inputs/room.ts'
import type { ListMove, SamudraBus } from '../../../sea/topics.ts'

/** Minimum interval of pushes for one list that vessels join and leave. */
const PUSH_EVERY_MS = 5000

/** User that may log in, with the facts that decide visibility. */
type Owner = Pick<Caller, 'userId' | 'username' | 'isAdmin' | 'groups' | 'visibility' | 'settings'>
type Needs = {
  clock: Clock
  log: Log
  bus: SamudraBus
  send: Send
  lease: Pick<Lease, 'isOurs'>
  lists: Objects<ListBody>
  membership: Membership
  editMembers: FilterInputsInterface['editMembers']
  picture: Pick<PictureInterface, 'standing' | 'eyeOf'>
  everyone: () => Promise<Owner[]>
}

/**
 * Finds the members of dynamic lists and ends expired memberships. It runs in the process that owns the feeds, because
 * its picture knows first.
 */
export class MemberFinder {
  readonly #needs: Needs
  readonly #standing: ReturnType<PictureInterface['standing']>
  /** Versions of the lists in evaluation. */
  readonly #query = new Map<string, List>()
  #listsAsOf = -1
  #areRightsOld = true
  #wasOurs = false
  #underWay: Promise<void> | null = null
  readonly #untold = new Map<string, number>()
  readonly #notifiedAt = new Map<string, number>()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#standing = needs.picture.standing()
    needs.bus.subscribe('listMoves', ({ moves }) => this.#hearMoves(moves))
  }

  /** Owners may see more or less than before. */
  rightsChanged(): void {
    this.#areRightsOld = true
  }

  /** One at a time; what fails is tried again by the next. */
  turn(): Promise<void> {
    return (this.#underWay ??= this.#work().finally(() => (this.#underWay = null)))
  }
  async stop(): Promise<void> {
    await this.#underWay
  }

  async #work() {
    const { lease, log } = this.#needs
    if (!lease.isOurs) {
      this.#wasOurs = false
      return
    }
    if (!this.#wasOurs) this.#standing.beginAgain()
    this.#wasOurs = true
    try {
      await this.#endExpired()
      await this.#followLists()
      await this.#look()
      this.#pushChange()
    } catch (error) {
      // Vessels that were found but not stored are found again.
      this.#standing.beginAgain()
      log.error('members of vessel lists could not be found; trying again', { error: sentenceOf(error) })
    }
  }

  async #look() {
    const { membership, lease } = this.#needs
    const { found } = membership
    const passed = {
      has: (id: string, mmsi: number) => found.shipsOf(id).has(mmsi),
      of: (id: string) => [...found.shipsOf(id).keys()],
    }
    await this.#standing.look(passed, async (moves) => {
      if (lease.isOurs) await found.move(moves, this.#needs.clock.now())
    })
  }

  async #endExpired() {
    const { clock, membership, editMembers } = this.#needs
    for (const { list } of membership.expired(clock.now()))
      await editMembers(SAMUDRA, list.id, 'Membership expired', (now) => {
        const mmsis = membership.expired(clock.now()).find((one) => one.list.id === now.id)?.mmsis ?? []
        return mmsis.length === 0 ? null : { come: [], go: mmsis }
      })
  }

  /** Updates the standing queries to the present lists, with the visibility of their owners. */
  async #followLists() {
    const { lists, everyone } = this.#needs
    if (this.#listsAsOf === lists.changes && !this.#areRightsOld) return
    const areRightsOld = this.#areRightsOld
    this.#areRightsOld = false
    const { changes } = lists
    const dynamic = [...lists.all()].filter(({ body }) => body.kind === 'DYNAMIC')
    const isOtherwise = (list: List) => areRightsOld || !isSameQuery(this.#query.get(list.id), list)
    const again = dynamic.filter(isOtherwise)
    const owners = new Map(again.length === 0 ? [] : (await everyone()).map((one) => [one.userId, one]))
    for (const list of again) this.#askOf(list, owners.get(list.owner_id))
    const there = new Set(dynamic.map(({ id }) => id))
    for (const id of this.#query.keys())
      if (!there.has(id)) {
        this.#standing.drop(id)
        this.#query.delete(id)
      }
    this.#listsAsOf = changes
  }

  #askOf(list: List, owner: Owner | undefined) {
    const { body } = list
    if (body.kind === 'STATIC') return
    // Lists of a deleted user continue with full visibility.
    const caller = owner === undefined ? SAMUDRA : { ...ANONYMOUS, ...owner }
    this.#standing.set(list.id, body.query, this.#needs.picture.eyeOf(caller))
    this.#query.set(list.id, list)
  }

  #hearMoves(moves: readonly ListMove[]) {
    if (!this.#needs.lease.isOurs) return
    const lists = new Set(moves.map(({ list }) => list))
    this.#standing.listsMoved(
      lists,
      moves.map(({ mmsi }) => mmsi),
    )
    const { lists: objects, clock } = this.#needs
    for (const id of lists) {
      const list = objects.find(id)
      if (list?.body.kind === 'DYNAMIC') this.#untold.set(id, clock.now())
    }
  }

  /** Screens read again who is on lists that moved; those that move all the time not all the time. */
  #pushChange() {
    const { lists, clock } = this.#needs
    for (const id of this.#untold.keys()) {
      if (clock.now() - (this.#notifiedAt.get(id) ?? -Infinity) < PUSH_EVERY_MS) continue
      const list = lists.find(id)
      this.#untold.delete(id)
      this.#notifiedAt.set(id, clock.now())
      if (list !== undefined)
        pushObject({ objects: lists, kind: listKind, send: this.#needs.send }, 'update', list, list)
    }
  }
}

const isSameQuery = (request: List | undefined, list: List) =>
  request !== undefined &&
  request.owner_id === list.owner_id &&
  JSON.stringify(request.body.kind === 'DYNAMIC' && request.body.query) ===
    JSON.stringify(list.body.kind === 'DYNAMIC' && list.body.query)
