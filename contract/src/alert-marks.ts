import { z } from 'zod'
import { Alert } from './alerts.ts'
import { Instant, op } from './kernel.ts'

/** States in which an alert waits for a user: neither closed nor shelved. */
export const WAITING_STATES = ['NEW', 'ACKNOWLEDGED', 'IN_PROGRESS'] as const

/** An alert as it is marked on the map and counted in the bar. */
export const AlertMark = Alert.pick({
  id: true,
  version: true,
  type: true,
  severity: true,
  title: true,
  mmsi: true,
  split_id: true,
  other_mmsi: true,
  other_split_id: true,
  position: true,
  known_at: true,
  owner: true,
  sound: true,
}).extend({ state: z.enum(WAITING_STATES) })
export type AlertMark = z.output<typeof AlertMark>
/** Maximum number of marks returned at once: the most severe. */
export const MOST_MARKS = 5000

/** Returns alerts that wait for a user, most severe first; pushed alerts replace them from then on. */
export const getAlertMarks = op({
  name: 'getAlertMarks',
  route: 'GET /v2/alerts/marks',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'AS_OF',
  costly: 'past',
  example: {},
  input: z.object({ as_of: Instant.optional() }),
  output: z.object({ items: z.array(AlertMark), as_of: Instant, truncated: z.boolean() }),
})

/** Returns the mark of an alert; null for an alert that needs no action. */
export function markOf({ state, ...alert }: Alert): AlertMark | null {
  if (!isWaiting(state)) return null
  const { id, version, type, severity, title, position, known_at, owner, sound } = alert
  const { mmsi, split_id, other_mmsi, other_split_id } = alert
  const ships = { mmsi, split_id, other_mmsi, other_split_id }
  return { id, version, type, state, severity, title, ...ships, position, known_at, owner, sound }
}
const isWaiting = (state: Alert['state']): state is AlertMark['state'] =>
  WAITING_STATES.some((one) => one === state)

/** Marks a screen holds, and the last versions of those that left; a late push changes nothing newer. */
export type HeldMarks = {
  marks: ReadonlyMap<string, AlertMark>
  left: ReadonlyMap<string, number>
}
export const NO_MARKS: HeldMarks = { marks: new Map(), left: new Map() }
/** Maximum number of marks that left and are remembered, the latest; late pushes arrive soon after. */
const MOST_LEFT = 10_000

/**
 * Returns the marks after pushed alerts: each replaces the mark of its id. Returns the same object when nothing
 * changes.
 */
export function marksAfter(held: HeldMarks, alerts: readonly Alert[]): HeldMarks {
  const news = alerts.filter(({ id, version }) => version > lastVersion(held, id))
  if (news.length === 0) return held
  const [marks, left] = [new Map(held.marks), new Map(held.left)]
  for (const alert of news) {
    const mark = markOf(alert)
    if (mark !== null) {
      marks.set(alert.id, mark)
      left.delete(alert.id)
      continue
    }
    marks.delete(alert.id)
    left.set(alert.id, alert.version)
  }
  for (const id of left.keys()) {
    if (left.size <= MOST_LEFT) break
    left.delete(id)
  }
  return { marks, left }
}
const lastVersion = ({ marks, left }: HeldMarks, id: string) => marks.get(id)?.version ?? left.get(id) ?? -1

/** Returns the marks after a new read; newer ones pushed meanwhile stay. */
export function marksRead({ left, marks: before }: HeldMarks, items: readonly AlertMark[]): HeldMarks {
  const newest = items.flatMap((mark): [string, AlertMark][] => {
    if ((left.get(mark.id) ?? -1) >= mark.version) return []
    const held = before.get(mark.id)
    return [[mark.id, held === undefined || held.version < mark.version ? mark : held]]
  })
  return { marks: new Map(newest), left }
}
