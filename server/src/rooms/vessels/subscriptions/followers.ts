import type {
  VesselUpdate as HappeningName,
  TargetKind,
  VesselNotificationType,
} from '@samudra/contract/subscriptions'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { ListBody, Membership } from '../../chart/filter-inputs/room.ts'
import type { VesselUpdateRow } from '../../../sea/vessel-updates.sql.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { HeldSubscription, SubscriptionBody } from './subscription.ts'

type Needs = {
  subscriptions: Objects<SubscriptionBody>
  lists: Objects<ListBody>
  membership: Membership
}
/** By what it is of, then by its id. */
type ByTarget = Record<TargetKind, Map<string, HeldSubscription[]>>

/** Index of subscriptions by their targets; rebuilt when a subscription changes. */
export class Followers {
  readonly #needs: Needs
  #made: { changes: number; by: ByTarget } | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get #by(): ByTarget {
    const { subscriptions } = this.#needs
    if (this.#made?.changes === subscriptions.changes) return this.#made.by
    const by: ByTarget = {
      VESSEL: new Map(),
      LIST: new Map(),
      AREA: new Map(),
      WATERS: new Map(),
      PORT: new Map(),
    }
    for (const one of subscriptions.all()) {
      const { kind, id } = one.body.target
      by[kind].set(id, [...(by[kind].get(id) ?? []), one])
    }
    this.#made = { changes: subscriptions.changes, by }
    return by
  }

  /** Returns subscribers of an update, whether they may see it or not. */
  of(happening: VesselUpdateRow, at: number): HeldSubscription[] {
    const { type, facts } = happening
    if (type === 'FEED_SILENT') return this.#ofShips(facts.silent?.mmsis ?? [], 'DARK', at)
    const found = this.#ofShips([happening.mmsi], type, at)
    if (facts.zone !== undefined) {
      const { kind, id } = facts.zone
      found.push(...wanting(this.#by[kind === 'AOI' ? 'AREA' : 'WATERS'].get(id), type))
    }
    if (facts.port !== undefined) found.push(...wanting(this.#by.PORT.get(facts.port), type))
    return type === 'NEAR' ? found.filter(({ body }) => body.near_nm === facts.near?.nm) : found
  }

  #ofShips(mmsis: readonly number[], type: VesselNotificationType, at: number): HeldSubscription[] {
    const { lists, membership } = this.#needs
    const found = mmsis.flatMap((mmsi) => wanting(this.#by.VESSEL.get(mmsiText(mmsi)), type))
    for (const [id, subscriptions] of this.#by.LIST) {
      const list = lists.find(id)
      if (list !== undefined && mmsis.some((mmsi) => membership.holds(list, mmsi, at)))
        found.push(...wanting(subscriptions, type))
    }
    return found
  }

  /** Returns true if a subscription to vessels includes a vessel. */
  isAbout({ body: { target } }: HeldSubscription, mmsi: number, at: number): boolean {
    if (target.kind === 'VESSEL') return Number(target.id) === mmsi
    const list = target.kind === 'LIST' ? this.#needs.lists.find(target.id) : undefined
    return list !== undefined && this.#needs.membership.holds(list, mmsi, at)
  }

  /** Returns the followed vessels with their subscriptions; a list stands for its present members. */
  ships(name: HappeningName, at: number): Map<number, HeldSubscription[]> {
    const { lists, membership } = this.#needs
    const ships = new Map<number, HeldSubscription[]>()
    const put = (mmsi: number, some: readonly HeldSubscription[]) =>
      ships.set(mmsi, [...(ships.get(mmsi) ?? []), ...some])
    for (const [id, subscriptions] of this.#by.VESSEL) {
      const some = wanting(subscriptions, name)
      if (some.length > 0) put(Number(id), some)
    }
    for (const [id, subscriptions] of this.#by.LIST) {
      const some = wanting(subscriptions, name)
      const list = lists.find(id)
      if (some.length === 0 || list === undefined) continue
      for (const { mmsi } of membership.membersOf(list))
        if (membership.holds(list, Number(mmsi), at)) put(Number(mmsi), some)
    }
    return ships
  }
}

const wanting = (some: readonly HeldSubscription[] | undefined, type: VesselNotificationType) =>
  some?.filter(({ body }) => (body.happenings as string[]).includes(type)) ?? []
