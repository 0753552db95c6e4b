import type { EventFile } from '@samudra/contract/events'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type { HistoryInterface } from '../../past/history/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { VesselsInterface } from '../../vessels/vessels/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { mapOf, geoJsonOf, type MapLines } from './evidence-map.ts'
import {
  conditionRows,
  reasonsOf,
  sentencesOf,
  type ConditionRow,
  type Finding,
  type FoundVessel,
} from './finding.ts'
import { messagesOf, type EvidenceMessage } from './messages.ts'
import { hashParts } from './evidence-parts.ts'
import { seriesOf, type EvidencePosition } from './series.ts'
import { subjectOf, type EvidenceStep, type SubjectNeeds } from './evidence-subjects.ts'

/** Evidence of one alert or event, as one caller may see it. */
export type Dossier = {
  finding: Finding
  sentences: string[]
  /** Conditions of each hit. */
  conditions: ConditionRow[][]
  positions: EvidencePosition[]
  map: MapLines
  messages: EvidenceMessage[]
  steps: EvidenceStep[]
  files: EventFile[]
  left_out: string[]
}
export type DossierNeeds = SubjectNeeds & {
  history: Pick<HistoryInterface, 'reader' | 'flush' | 'present' | 'rawMessages'>
  vessels: Pick<VesselsInterface, 'asKnown'>
  names: SourceNames
}

/** Vessels whose particulars are looked up at most; of more their MMSI is stated. */
const MOST_VESSELS = 20

/** Gathers evidence as a caller may see it. Throws NOT_FOUND. */
export async function dossierOf(
  needs: DossierNeeds,
  query: { kind: 'alert' | 'event'; id: string },
  caller: Caller,
): Promise<Dossier> {
  const subject = await subjectOf(needs, query, caller)
  const series = await seriesOf({ ...needs, rules: needs.rules.evidence }, subject.asked, caller)
  const { positions } = series
  const foundAt = Date.parse(subject.finding.known_at)
  const { messages, left_out } = await messagesOf(needs.history, series, Date.parse(subject.finding.began_at))
  const vessels = await vesselsOf(needs, { ...subject, positions, at: foundAt + 1 }, caller)
  const finding = { ...subject.finding, vessels }
  return {
    finding,
    sentences: sentencesOf(finding, { positions, reasons: reasonsOf(subject.whys) }),
    conditions: subject.whys.map((why) => conditionRows(why)),
    positions,
    map: mapOf(finding, positions),
    messages,
    steps: subject.steps,
    files: subject.files,
    left_out: [
      ...rightsNote(needs.names, caller),
      ...noPositions(subject.asked.vessels),
      ...series.left_out,
      ...left_out,
    ],
  }
}

/** States which rights cut the file; nothing for a user who may see everything. */
function rightsNote(names: SourceNames, { visibility }: Caller): string[] {
  if (visibility.all) return []
  const codes = names.sources().flatMap(({ code }) => (visibility.source(code) ? [code] : []))
  const sources = visibility.everySource ? 'every source' : `the sources ${codes.join(', ') || 'of no feed'}`
  const areas = visibility.everywhere ? 'every area' : 'the areas of the zones of this user'
  return [
    `The user this file was made for may see ${sources} in ${areas}. Positions, messages and names of other sources and areas are left out.`,
  ]
}
const noPositions = (vessels: readonly unknown[]) =>
  vessels.length > 0 ? [] : ['No vessel is named, so there are no positions and no messages.']

type Of = {
  asked: { vessels: readonly { mmsi: number; split: number | null }[] }
  positions: EvidencePosition[]
  at: number
}

async function vesselsOf(
  { vessels: register }: DossierNeeds,
  { asked: query, positions, at }: Of,
  caller: Caller,
) {
  const vessels: FoundVessel[] = []
  for (const { mmsi: number, split } of query.vessels) {
    const mmsi = mmsiText(number)
    const seen = positions.filter((one) => one.mmsi === mmsi).map(({ split_id }) => split_id)
    const splits = split === null ? [...new Set(seen)].sort((a, b) => a - b) : [split]
    for (const one of splits.length === 0 ? [null] : splits) {
      const known = vessels.length < MOST_VESSELS ? await register.asKnown(mmsi, one ?? 0, at, caller) : null
      vessels.push({
        mmsi,
        split_id: one,
        ship_name: known?.ship_name ?? null,
        imo: known?.imo ?? null,
        call_sign: known?.call_sign ?? null,
        country: known?.country ?? countryOfMmsi(number)?.name ?? null,
        ship_type: known?.ship_type ?? 'UNKNOWN',
        length: known?.length ?? null,
        beam: known?.beam ?? null,
        sources: known?.sources ?? [],
      })
    }
  }
  return vessels
}

/** Hashes the parts of a dossier, in the order in which they are read. */
export const partsOf = ({
  finding,
  sentences,
  conditions,
  positions,
  map,
  messages,
  steps,
  files,
  left_out,
}: Dossier) =>
  hashParts([
    { name: 'finding', title: 'What was found', content: { sentences, ...finding } },
    { name: 'conditions', title: 'Why: conditions of the rule', content: conditions },
    { name: 'positions', title: 'Positions', content: positions },
    { name: 'map', title: 'Map (GeoJSON)', content: geoJsonOf(map) },
    { name: 'messages', title: 'Messages as received', content: messages },
    { name: 'actions', title: 'Who did what and when', content: steps },
    { name: 'files', title: 'Files attached to the event', content: files },
    { name: 'left-out', title: 'What is not in this file', content: left_out },
  ])
