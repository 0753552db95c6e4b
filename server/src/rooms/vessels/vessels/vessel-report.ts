import type { VesselEvent } from '@samudra/contract/events'
import type { FieldClaim, WholeVessel } from '@samudra/contract/vessels'
import type { VesselNote } from '@samudra/contract/vessel-notes'
import { leftOutWords } from '@samudra/contract/left-out-words'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import type { Stop } from '@samudra/nautical/tracks/out-of-reach'
import { stretchesInReach } from '@samudra/nautical/tracks/track-stretches'
import { csvLine } from '../../../platform/formats/text-lines.ts'
import { utcText, writeHead } from '../../../platform/formats/pdf/head.ts'
import { writeChart } from '../../../platform/formats/pdf/map.ts'
import { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import { writeTable, type PdfColumn } from '../../../platform/formats/pdf/table.ts'

type Report = {
  vessel: WholeVessel
  notes: readonly VesselNote[]
  events: readonly VesselEvent[]
  label: string
  track: readonly Stop[]
  land: (box: LonLatBox) => Promise<[number, number][][]>
  caller: string
}

const TIMELINE: PdfColumn[] = [
  { label: 'Field', share: 14 },
  { label: 'Value', share: 30 },
  { label: 'First reported (UTC)', share: 22 },
  { label: 'Until (UTC)', share: 22 },
  { label: 'Source', share: 14 },
]
const EVENTS: PdfColumn[] = [
  { label: 'Event', share: 24 },
  { label: 'Start (UTC)', share: 20 },
  { label: 'Ended (UTC)', share: 20 },
  { label: 'Detected or reported (UTC)', share: 22 },
  { label: 'Status', share: 14 },
]
const FACTS: PdfColumn[] = [
  { label: 'Particulars', share: 25 },
  { label: '', share: 75 },
]
const timeOf = (at: string | null) => (at === null ? 'now' : utcText(new Date(at)).slice(0, 19))
const rowOf = ({ field, value, from, to, source }: FieldClaim) => [
  field.replaceAll('_', ' '),
  value,
  timeOf(from),
  timeOf(to),
  source,
]

const eventRow = ({ title, start_at, end_at, created_at, status }: VesselEvent) => [
  title,
  timeOf(start_at),
  end_at === null ? 'not known' : timeOf(end_at),
  timeOf(created_at),
  status.toLowerCase(),
]

/** Writes a vessel's particulars, track, contradictions, events, identities and joined vessels as of one instant. */
export async function reportOf({
  vessel,
  notes,
  events,
  label,
  track,
  land,
  caller,
}: Report): Promise<Buffer> {
  const at = new Date(vessel.as_of)
  const title = `Vessel report: ${label}`
  const pdf = new Pdf({ title, at, foot: `${title}, ${utcText(at)}` })
  await writeHead(pdf, { title, asOf: at, filters: [label], caller })
  await writeTable(pdf, FACTS, factsOf(vessel))
  pdf.gap(8)
  await writeTrack(pdf, { track, land, label }, Number(vessel.contacts[0]?.mmsi ?? 0))
  pdf.gap(8)
  const heading = (text: string) => pdf.write(text, { size: 11, weight: 700, after: 4 })
  if (vessel.conflicts.length > 0) {
    await heading('Sources disagree')
    for (const { field, values } of vessel.conflicts)
      await pdf.write(
        `${field.replaceAll('_', ' ')}: ${values.map(({ value, source, at: words }) => `${value} (${source}, ${timeOf(words)})`).join('; ')}`,
        { size: 9 },
      )
    pdf.gap(6)
  }
  if (events.length > 0) {
    await heading('Events')
    await writeTable(pdf, EVENTS, events.map(eventRow))
    pdf.gap(6)
  }
  await heading('Identity')
  await writeTable(pdf, TIMELINE, vessel.identity_history.map(rowOf))
  if (vessel.joins.length > 0) {
    pdf.gap(6)
    await heading('Merged and split')
    for (const { label: other, at: since, by, reason, ended_at, ended_by, end_reason } of vessel.joins)
      await pdf.write(
        `${timeOf(since)}: ${other} merged${by === '' ? '' : ` by ${by}`} (${reason})${ended_at === null ? '' : `; split ${timeOf(ended_at)} by ${ended_by} (${end_reason})`}`,
        { size: 9 },
      )
  }
  if (notes.length > 0) {
    pdf.gap(6)
    await heading('Notes')
    for (const { text, owner, updated_at } of notes) {
      await pdf.write(`${timeOf(updated_at)}, ${owner}`, { size: 9, weight: 700 })
      for (const line of text.split('\n')) if (line.trim() !== '') await pdf.write(line, { size: 9 })
    }
  }
  return pdf.end()
}

/** Writes the chart of a track, and the legs left out of it. */
async function writeTrack(
  pdf: Pdf,
  { track, land, label }: Pick<Report, 'track' | 'land' | 'label'>,
  mmsi: number,
) {
  const { stretches, legs } = stretchesInReach(track, mmsi)
  const last = track.at(-1)
  if (last !== undefined)
    await writeChart(pdf, {
      box: boxAround(track),
      land,
      lines: stretches.map((stops) => ({ points: stops.map(lonLatOf), colour: '#c4501b' })),
      marks: [{ at: lonLatOf(last), label, colour: '#0b4f8a' }],
      source: 'Land: Natural Earth',
    })
  const leftOut = leftOutWords(legs.map((leg) => ({ out_of_reach: leg })))
  if (leftOut !== null) await pdf.write(leftOut, { size: 9 })
}

function factsOf(vessel: WholeVessel): string[][] {
  const metres = (value: number | null) => (value === null ? null : `${value} m`)
  const facts: [string, string | null | undefined][] = [
    ['MMSI', vessel.contacts.map(({ mmsi }) => mmsi).join(', ') || vessel.mmsi],
    ['Other vessels under this MMSI', vessel.shares_mmsi.map((one) => one.label).join(', ')],
    ['IMO', vessel.imo],
    ['Call sign', vessel.call_sign],
    ['Flag', vessel.country],
    ['Type', vessel.ship_type],
    ['Length', metres(vessel.length)],
    ['Beam', metres(vessel.beam)],
    ['Owner', vessel.owner],
    ['Last static report', vessel.heard_at === null ? null : timeOf(vessel.heard_at)],
    ['Lists', vessel.lists.map(({ name }) => name).join(', ')],
    ['Risk', [vessel.risk.level.toLowerCase(), ...vessel.risk.reasons].join('; ')],
    ['Sources', vessel.sources.join(', ')],
  ]
  return facts.flatMap(([label, value]) => (value == null || value === '' ? [] : [[label, value]]))
}

const lonLatOf = ({ lon, lat }: Stop) => [lon, lat] as const

function boxAround(track: readonly Stop[]): LonLatBox {
  const box: LonLatBox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { lon, lat } of track) {
    box[0] = Math.min(box[0], lon)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lon)
    box[3] = Math.max(box[3], lat)
  }
  // A stationary vessel has some water around it.
  const ROOM = 0.2
  return [box[0] - ROOM, Math.max(-85, box[1] - ROOM), box[2] + ROOM, Math.min(85, box[3] + ROOM)]
}

/** The timeline, the notes and the events as a table, with the instant it holds for in every row. */
export function timelineCsv(
  vessel: WholeVessel,
  notes: readonly VesselNote[],
  events: readonly VesselEvent[],
): Buffer {
  const head = ['as_of', 'vessel', 'field', 'value', 'from', 'to', 'source']
  const rows = vessel.identity_history.map(({ field, value, from, to, source }) => [
    vessel.as_of,
    vessel.id,
    field,
    value,
    from,
    to ?? '',
    source,
  ])
  for (const { text, owner, updated_at } of notes)
    rows.push([vessel.as_of, vessel.id, 'note', text, updated_at, '', owner])
  for (const { title, start_at, end_at, created_at, owner } of events)
    rows.push([
      vessel.as_of,
      vessel.id,
      'event',
      `${title}, known ${created_at}`,
      start_at,
      end_at ?? '',
      owner,
    ])
  return Buffer.from([head, ...rows].map(csvLine).join(''))
}
