import {
  addSubscription,
  deleteSubscription,
  getSubscriptionFigures,
  getSubscriptions,
  VESSEL_UPDATES_OF,
  MOST_SUBSCRIPTIONS,
  NEAR_NM,
  subscriptionKind,
  updateSubscription,
  type VesselUpdate,
  type TargetKind,
} from '@samudra/contract/subscriptions'
import { BOUNDARY_KIND_WORDS } from '@samudra/contract/reference'
import { WATERS_KINDS } from '@samudra/contract/visits'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  saveObject,
} from '../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { AreaBody, ListBody } from '../../chart/filter-inputs/room.ts'
import type { Boundary } from '../../chart/reference/room.ts'
import { presentSubscription, type HeldSubscription, type SubscriptionBody } from './subscription.ts'
import { notifiedOf } from './subscriptions.sql.ts'

export type SubscriptionNeeds = {
  db: Db
  clock: Clock
  send: Send
  others: Others
  subscriptions: Objects<SubscriptionBody>
  areas: Objects<AreaBody>
  lists: Objects<ListBody>
  portName: (id: string) => string | null
  /** A boundary that holds; null where there is none. */
  boundary: (id: string) => Pick<Boundary, 'name' | 'kind'> | null
  /** Returns the name of a vessel as visible to a caller. */
  shipName: (mmsi: number, caller: Caller) => string | null
}

export const subscriptionOps = (needs: SubscriptionNeeds): Handled[] =>
  [list, add, update, remove, figures].map((make) => make(needs))

const pushed = ({ subscriptions: objects, send }: SubscriptionNeeds) => ({
  objects,
  kind: subscriptionKind,
  send,
  show: (one: HeldSubscription) => presentSubscription(one),
})

const list = (needs: SubscriptionNeeds) =>
  handle(getSubscriptions, async ({ input, caller }) =>
    pageOfObjects(
      { ...needs, objects: needs.subscriptions },
      { input, caller },
      {
        isQuery: ({ body: { target } }) =>
          (input.kind === undefined || target.kind === input.kind) &&
          (input.target_id === undefined || target.id === input.target_id),
        order: byName,
        show: (ones) => ones.map(presentSubscription),
      },
    ),
  )

const add = (needs: SubscriptionNeeds) =>
  handle(addSubscription, async (call) => {
    const { input, caller } = call
    const { target, ...wish } = input
    const name = nameOf(needs, target, caller)
    const checked = checkWish(target.kind, wish)
    // Two of one user at once would both find none.
    return needs.others.inTurn(`subscriptions of ${caller.userId}`, async () => {
      const mine = needs.subscriptions.list(caller)
      if (mine.some(({ body }) => body.target.kind === target.kind && body.target.id === target.id))
        throw new OperationError(
          'DUPLICATE',
          `You have subscribed to ${name} already; change that subscription.`,
        )
      if (mine.length >= MOST_SUBSCRIPTIONS)
        throw new OperationError(
          'TOO_LARGE',
          `You have ${MOST_SUBSCRIPTIONS} subscriptions, the maximum. Add vessels to a list and subscribe to the list.`,
        )
      const body = { target, name, ...checked }
      return presentSubscription(
        await saveObject(pushed(needs), call, {}, { visibility: 'PRIVATE', bodyOf: () => body }),
      )
    })
  })

const update = (needs: SubscriptionNeeds) =>
  handle(updateSubscription, async (call) => {
    const { id, expected_version, ...wish } = call.input
    const { body } = needs.subscriptions.get(id, call.caller)
    const checked = checkWish(body.target.kind, wish)
    const after = await saveObject(
      pushed(needs),
      call,
      { id, expected_version },
      { visibility: 'PRIVATE', bodyOf: (before) => ({ ...(before ?? body), ...checked }) },
    )
    return presentSubscription(after)
  })

const remove = (needs: SubscriptionNeeds) =>
  handle(deleteSubscription, (call) => removeObject(pushed(needs), call, call.input))

const figures = (needs: SubscriptionNeeds) =>
  handle(getSubscriptionFigures, async ({ caller }) => {
    const mine = needs.subscriptions.list(caller)
    const rows = await notifiedOf(
      needs.db,
      mine.map(({ id }) => id),
    )
    const counts = new Map(rows.map((row) => [row.subscription_id, row]))
    return mine.map(({ id, body }) => ({
      id,
      told: counts.get(id)?.told ?? 0,
      last_at: counts.get(id)?.last_at.toISOString() ?? null,
      state: isThere(needs, body.target, caller) ? ('WATCHED' as const) : ('GONE' as const),
    }))
  })

type Target = SubscriptionBody['target']

/**
 * Returns true if the target exists. A vessel never received and a hidden one count as existing, so they cannot be
 * distinguished.
 */
function isThere(
  { areas, lists, portName, boundary }: SubscriptionNeeds,
  { kind, id }: Target,
  caller: Caller,
): boolean {
  if (kind === 'VESSEL') return true
  if (kind === 'PORT') return portName(id) !== null
  if (kind === 'WATERS') return boundary(id) !== null
  const one = kind === 'AREA' ? areas.find(id) : lists.find(id)
  return one !== undefined && (kind === 'AREA' ? areas : lists).isSeenBy(one as never, caller)
}

/** Throws NOT_FOUND for what is not there or hidden. */
function nameOf(needs: SubscriptionNeeds, target: Target, caller: Caller): string {
  const { kind, id } = target
  if (kind === 'VESSEL') {
    if (!/^\d{9}$/.test(id)) throw wrong('target.id', 'an MMSI has nine digits')
    return needs.shipName(Number(id), caller) ?? `MMSI ${id}`
  }
  if (kind === 'AREA') return needs.areas.get(id, caller).body.name
  if (kind === 'LIST') return needs.lists.get(id, caller).body.name
  if (kind === 'WATERS') return watersName(needs.boundary(id))
  const name = needs.portName(id)
  if (name === null)
    throw new OperationError('NOT_FOUND', 'This port does not exist; choose it from the list of ports.')
  return name
}

/** Returns the name of waters. Throws for boundaries that are not watched, because they would yield no updates. */
function watersName(one: ReturnType<SubscriptionNeeds['boundary']>): string {
  if (one === null)
    throw new OperationError(
      'NOT_FOUND',
      'This boundary does not exist; choose it from the list of boundaries.',
    )
  const words = BOUNDARY_KIND_WORDS[one.kind]
  if (!(WATERS_KINDS as readonly string[]).includes(one.kind))
    throw wrong('target.id', `entries and exits are not notified for ${words}; choose an EEZ, 24 NM or 12 NM`)
  return `${words}, ${one.name}`
}

type Wish = Pick<SubscriptionBody, 'near_nm' | 'severity'> & { happenings: readonly VesselUpdate[] }
function checkWish(kind: TargetKind, { happenings, near_nm, severity }: Wish) {
  const offered = VESSEL_UPDATES_OF[kind]
  const none = happenings.find((one) => !offered.includes(one))
  if (none !== undefined) throw wrong('happenings', `it notifies ${offered.join(', ')}, not ${none}`)
  const isNear = happenings.includes('NEAR')
  if (!isNear && near_nm !== null) throw wrong('near_nm', 'is for NEAR alone; choose NEAR, or leave it empty')
  return {
    happenings: offered.filter((one) => happenings.includes(one)),
    near_nm: isNear ? (near_nm ?? NEAR_NM.usual) : null,
    severity,
  }
}

const wrong = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: ${why}.`, { fields: [{ field, why }] })
