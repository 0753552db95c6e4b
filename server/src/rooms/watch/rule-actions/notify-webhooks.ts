import type { NotificationsInterface } from '../notifications/room.ts'
import type { DueAction } from '../rules/room.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import type { ActionNeeds } from './judge.ts'

type Client = Parameters<Parameters<NotificationsInterface['notifyWith']>[0]>[0]
const NO_MMSI = 0

/** Queues webhook calls for hits in the transaction that settles them; an action without its webhook is refused. */
export async function notifyWebhooks(
  { rules, webhooks }: Pick<ActionNeeds, 'rules' | 'webhooks'>,
  client: Client,
  dueActions: readonly DueAction[],
): Promise<void> {
  for (const due of dueActions) {
    const { action } = due
    if (action.do !== 'WEBHOOK') continue
    const id = rules.actions.deliveryId(due)
    const body = JSON.stringify({ id, type: 'rule.hit', ...messageOf(due, rules) })
    const isThere = await webhooks.deliver(client, { id, webhook_id: action.id, event: 'rule.hit', body })
    const refused = { state: 'REFUSED', why: 'this webhook was deleted' } as const
    const handed = { state: 'DONE', why: 'handed over; see its deliveries' } as const
    await rules.actions.settle(client, [due], isThere ? handed : refused)
  }
}

const iso = (at: number) => new Date(at).toISOString()
const shipOf = (mmsi: number, split: number | null) => ({ mmsi: mmsiText(mmsi), split_id: split ?? 0 })
/** End of the behaviour; null while it lasts. */
const endOf = ({ ended_at, status, last_at }: DueAction['row']) =>
  ended_at !== null ? iso(ended_at) : status === 'CLEARED' ? iso(last_at) : null
/** Returns a hit for external receivers: what was found, of which vessel, where and when. */
function messageOf({ rule_id, row }: DueAction, rules: ActionNeeds['rules']) {
  const rule = rules.named(rule_id)
  const { mmsi, split, other_mmsi, other_split, source, lat_udeg, lon_udeg } = row
  return {
    at: iso(row.known_at),
    rule: {
      id: rule_id,
      version: row.rule_version,
      name: rule?.title ?? '',
      sentence: rule?.textOf(row) ?? '',
    },
    severity: row.severity,
    ships: [
      ...(mmsi === NO_MMSI ? [] : [shipOf(mmsi, split)]),
      ...(other_mmsi === null ? [] : [shipOf(other_mmsi, other_split)]),
    ],
    source,
    position:
      lat_udeg === null || lon_udeg === null ? null : { latitude: lat_udeg / 1e6, longitude: lon_udeg / 1e6 },
    first_at: iso(row.first_at),
    began_at: iso(row.began_at),
    ended_at: endOf(row),
    known_at: iso(row.known_at),
    status: row.status,
  }
}
