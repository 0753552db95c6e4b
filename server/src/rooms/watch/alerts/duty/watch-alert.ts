import { WATCH_EMPTY } from '@samudra/contract/duties'
import { isOpen } from '@samudra/contract/alert-workflow'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { NO_MMSI, UNTOUCHED, type AlertRow, type StoredAlert } from '../alert.ts'
import { keepAlerts, lockSame, type Client } from '../alerts.sql.ts'
import type { Escalation } from '../raising/escalation.ts'
import { lockRaising } from '../raising/raise.sql.ts'
import { WATCH_DEDUPE } from './watch-staffed.sql.ts'

const TITLE = 'Empty watch'
export const EMPTY_WORDS = 'alerts are open, and no watch officer or supervisor is on duty'
/** Empty again within so many minutes it is the same alert, as long as it is open. */
const WINDOW_MIN = 60

type Stands = { isEmpty: boolean; escalation: Escalation; now: number }

/**
 * Raises, counts again or clears the alert of an empty watch within a transaction, and returns what changed. Other
 * processes that raise alerts wait, so that only one of several servers does it.
 */
export async function standWatchAlert(
  client: Client,
  { isEmpty, escalation, now }: Stands,
): Promise<AlertRow[]> {
  await lockRaising(client)
  const same = await lockSame(client, [WATCH_DEDUPE], now)
  const active = same.find(({ condition }) => condition === 'ACTIVE')
  if (isEmpty === (active !== undefined)) return []
  const before = active ?? same.find(({ state }) => isOpen(state))
  const next = before === undefined ? raised(escalation, now) : goneOn(before, { isEmpty, escalation, now })
  await keepAlerts(client, [next])
  return [next]
}

/**
 * Returns the next version of the alert. With a user on duty it no longer escalates, but still needs acknowledgement.
 */
function goneOn(before: AlertRow, { isEmpty, escalation, now }: Stands): AlertRow {
  const next = { ...before, version: before.version + 1, changed_at: now, last_at: now }
  if (!isEmpty) return { ...next, condition: 'CLEARED', next_escalation_at: null }
  const begins = before.state === 'NEW' ? escalation.begins(before, now) : {}
  return { ...next, condition: 'ACTIVE', count: before.count + 1, ...begins }
}

const raised = (escalation: Escalation, now: number): StoredAlert => ({
  id: ulid(now),
  version: 1,
  definition_id: null,
  rule_id: WATCH_EMPTY,
  rule_version: 1,
  type: WATCH_EMPTY,
  severity: 'HIGH',
  title: TITLE,
  text: `${EMPTY_WORDS[0]!.toUpperCase()}${EMPTY_WORDS.slice(1)}. Assign a duty.`,
  dedupe: WATCH_DEDUPE,
  window_min: WINDOW_MIN,
  grace_min: 0,
  auto_clear_min: null,
  mmsi: NO_MMSI,
  split: 0,
  other_mmsi: null,
  other_split: null,
  ship_name: null,
  aoi_id: null,
  source: null,
  icao24: null,
  lat_udeg: null,
  lon_udeg: null,
  sources: [],
  of_past: false,
  first_at: now,
  last_at: now,
  began_at: now,
  ended_at: null,
  known_at: now,
  changed_at: now,
  count: 1,
  ...UNTOUCHED,
  sound: 'LOUD',
  ...escalation.begins({ severity: 'HIGH', escalates: true, escalation_policy: null }, now),
  comments: [],
  evidence: [],
  false_stays: [],
  feed_degraded: false,
  explanation: null,
})
