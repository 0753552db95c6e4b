import type { VesselEvent } from '@samudra/contract/events'
import { getVesselReport, type WholeVessel } from '@samudra/contract/vessels'
import type { VesselNote } from '@samudra/contract/vessel-notes'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import type { Stop } from '@samudra/nautical/tracks/out-of-reach'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { QUALITY } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen } from '../../../sea/names.ts'
import type { SamudraQueries } from '../../../sea/topics.ts'
import { wholeOf, type Around } from './details.ts'
import type { Register } from './register.ts'
import { reportOf, timelineCsv } from './vessel-report.ts'
import { labelOf } from './visible-claims.ts'

type Needs = {
  register: Register
  around: Around
  fixes: FixReader
  notesAbout: (mmsi: string, asOf: number | null, caller: Caller) => Promise<VesselNote[]>
  queries: SamudraQueries
  land: (box: LonLatBox) => Promise<[number, number][][]>
}

const DAYS_MS = 4 * 24 * 3_600_000
/** A finer track would not be seen on paper. */
const APART_UDEG = 500

/** Events in a report at most. */
const MOST_EVENTS = 100

export const reportOps = ({ register, around, fixes, notesAbout, queries, land }: Needs): Handled[] => [
  handle(getVesselReport, async ({ input, caller }) => {
    const asOf = input.as_of === undefined ? null : Date.parse(input.as_of)
    const vessel = await wholeOf(register, input.mmsi, around, caller, asOf)
    const notes = vessel.mmsi === null ? [] : await notesAbout(vessel.mmsi, asOf, caller)
    const events = await eventsOf(queries, vessel, asOf, caller)
    const label = labelOf(vessel)
    const name = `vessel-${vessel.mmsi ?? vessel.id}-${vessel.as_of.slice(0, 10)}`
    if (input.format === 'csv')
      return new Download({ name: `${name}.csv`, content_type: 'text/csv' }, [
        timelineCsv(vessel, notes, events),
      ])
    const track = await trackOf({ register, fixes }, vessel.contacts, Date.parse(vessel.as_of), caller)
    const pdf = await reportOf({ vessel, notes, events, label, track, land, caller: caller.username })
    return new Download({ name: `${name}.pdf`, content_type: 'application/pdf' }, [pdf])
  }),
]

/** Events of all contacts of a vessel, an event of two of them once. */
async function eventsOf(
  queries: SamudraQueries,
  { contacts }: Pick<WholeVessel, 'contacts'>,
  asOf: number | null,
  caller: Caller,
): Promise<VesselEvent[]> {
  const byId = new Map<string, VesselEvent>()
  for (const contact of contacts) {
    const period = { asOf, limit: MOST_EVENTS }
    for (const event of (await queries.request('vesselEvents', contact, period, caller)).flat())
      byId.set(event.id, event)
  }
  return [...byId.values()]
    .sort((a, b) => Date.parse(b.start_at) - Date.parse(a.start_at))
    .slice(0, MOST_EVENTS)
}

/** Returns the track of the last received contact in four days, as visible to the caller and as known then. */
async function trackOf(
  { register, fixes }: Pick<Needs, 'register' | 'fixes'>,
  [contact]: readonly { mmsi: string; split_id: number }[],
  at: number,
  { visibility }: Caller,
): Promise<Stop[]> {
  if (contact === undefined) return []
  const { names } = register.needs
  const stops: Stop[] = []
  let [lastLat, lastLon] = [Infinity, Infinity]
  const read = fixes.readFixes({
    by: 'OBSERVED',
    from: at - DAYS_MS,
    to: at + 1,
    knownBy: at + 1,
    mmsis: [Number(contact.mmsi)],
    sources: sourcesSeen(names, visibility),
    order: 'TIME',
  })
  for await (const batch of read)
    for (let i = 0; i < batch.count; i++) {
      const [lat, lon] = [batch.lat[i]!, batch.lon[i]!]
      if (batch.split[i] !== contact.split_id || batch.quality[i] === QUALITY.QUARANTINED) continue
      if (!visibility.place(lat / 1e6, lon / 1e6)) continue
      if (Math.abs(lat - lastLat) + Math.abs(lon - lastLon) < APART_UDEG) continue
      ;[lastLat, lastLon] = [lat, lon]
      stops.push({ t: batch.observedAt[i]!, lat: lat / 1e6, lon: lon / 1e6 })
    }
  return stops
}
