import type { AlertMark } from '@samudra/contract/alert-marks'
import type { Alarm } from '../../../../map/alarmed.store.ts'

const WEIGHT: Readonly<Record<AlertMark['severity'], Alarm['weight']>> = {
  CRITICAL: 'grave',
  HIGH: 'grave',
  MEDIUM: 'middling',
  LOW: 'light',
  INFO: 'light',
}
const ORDER: readonly Alarm['weight'][] = ['light', 'middling', 'grave']
const isGraver = (one: Alarm, other: Alarm) =>
  one.isNew === other.isNew ? ORDER.indexOf(one.weight) > ORDER.indexOf(other.weight) : one.isNew

/** Where alerts are drawn: once at each ship, both of a pair, and once at each place of those without one. Of a source nowhere. */
export function alarmsOf(marks: readonly AlertMark[]) {
  const ofShip = new Map<number, Alarm>()
  const ofPlace = new Map<string, Alarm>()
  for (const mark of marks) {
    if (mark.position === null) continue
    const { latitude: lat, longitude: lon } = mark.position
    const alarm = { ids: [mark.id], lon, lat, weight: WEIGHT[mark.severity], isNew: mark.state === 'NEW' }
    if (mark.mmsi === null) join(ofPlace, `${lon} ${lat}`, alarm)
    for (const mmsi of [mark.mmsi, mark.other_mmsi]) if (mmsi !== null) join(ofShip, Number(mmsi), alarm)
  }
  return { ofShip, ofPlace: [...ofPlace.values()] }
}

function join<Key>(alarms: Map<Key, Alarm>, key: Key, alarm: Alarm) {
  const held = alarms.get(key)
  const ids = [...(held?.ids ?? []), ...alarm.ids]
  alarms.set(key, { ...(held === undefined || isGraver(alarm, held) ? alarm : held), ids })
}
