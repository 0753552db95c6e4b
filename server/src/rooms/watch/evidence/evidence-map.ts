import type { LonLatBox } from '@samudra/nautical/polygons/box'
import { writeChart } from '../../../platform/formats/pdf/map.ts'
import type { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import type { Finding } from './finding.ts'
import { isImpossible, legOf, worstLeg, type EvidencePosition } from './series.ts'

export type Land = (box: LonLatBox) => Promise<[number, number][][]>
type LonLat = readonly [lon: number, lat: number]
type Track = { mmsi: string; split_id: number; points: LonLat[] }
/** Lines and marks of the map of a finding; degrees, longitude first. */
export type MapLines = {
  /** Broken where no vessel can have made the leg, and without rejected positions that the rule does not name. */
  tracks: Track[]
  /** Leg that no vessel can have made; null without one. */
  impossible: readonly [LonLat, LonLat] | null
  outline: LonLat[]
  /** Positions by their numbers; the place of the finding where none is named. */
  marks: { at: LonLat; label: string }[]
}

/** Numbers of positions that are written beside their marks at most. */
const MOST_MARKS = 12
const TRACK_COLOURS = ['#c4501b', '#0b4f8a', '#3d8f5f', '#8a6fb0'] as const
const [LEG_COLOUR, MARK_COLOUR] = ['#c00000', '#0b4f8a'] as const
/** Water around a finding, degrees. */
const ROOM = 0.1
/** Marks nearer to each other than this share of the map bear one label. */
const NEAR_SHARE = 0.03
/** Height of a map that stands below text on the same page, at least, and room for what stands below it; points. */
const [LEAST_HIGH, BELOW] = [180, 30]

/** Works out what the map of a finding shows. */
export function mapOf(
  finding: Pick<Finding, 'position' | 'geometry' | 'title'>,
  positions: readonly EvidencePosition[],
): MapLines {
  const worst = worstLeg(positions)
  const ends = worst === null ? [] : [worst.from, worst.to]
  const named = positions.filter((one) => one.named)
  const marked = [...new Set([...ends, ...firstAndLast(named)])].slice(0, MOST_MARKS)
  const [from, to] = placesOf(ends)
  const { position, title } = finding
  return {
    tracks: tracksOf(positions),
    impossible: from === undefined || to === undefined ? null : [from, to],
    outline: outlineOf(finding.geometry),
    marks:
      marked.length > 0 || position === null
        ? marked.flatMap((one) => placesOf([one]).map((at) => ({ at, label: String(one.number) })))
        : [{ at: [position.longitude, position.latitude], label: title }],
  }
}

/** Writes a map as GeoJSON, which any map program opens. */
export function geoJsonOf({ tracks, impossible, outline, marks }: MapLines): object {
  const feature = (type: string, coordinates: unknown, properties: object) => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates },
  })
  return {
    type: 'FeatureCollection',
    features: [
      ...tracks.map(({ points, ...of }) => feature('LineString', points, { what: 'track', ...of })),
      ...(impossible === null ? [] : [feature('LineString', impossible, { what: 'impossible leg' })]),
      ...(outline.length < 2 ? [] : [feature('LineString', outline, { what: 'outline of the event' })]),
      ...marks.map(({ at, label }) => feature('Point', at, { what: 'position', label })),
    ],
  }
}

/** Draws a map over land; nothing where nothing has a place. */
export async function writeEvidenceMap(pdf: Pdf, map: MapLines, land: Land): Promise<void> {
  const { tracks, impossible, outline, marks } = map
  const all = [...tracks.flatMap(({ points }) => points), ...outline, ...marks.map(({ at }) => at)]
  if (all.length === 0) return
  const box = boxAround(all)
  const vessels = [...new Set(tracks.map(vesselOf))]
  const colourOf = (track: Track) => TRACK_COLOURS[vessels.indexOf(vesselOf(track)) % TRACK_COLOURS.length]!
  const { left } = pdf.room
  await writeChart(pdf, {
    box,
    land,
    ...(left >= LEAST_HIGH + BELOW && { mostHigh: left - BELOW }),
    lines: [
      ...tracks.map((track) => ({ points: track.points, colour: colourOf(track) })),
      ...(impossible === null ? [] : [{ points: impossible, colour: LEG_COLOUR }]),
      ...(outline.length > 1 ? [{ points: outline, colour: MARK_COLOUR }] : []),
    ],
    marks: labelledOnce(marks, box).map((mark) => ({ ...mark, colour: MARK_COLOUR })),
    source: `Numbers are those of the list of positions.${impossible === null ? '' : ' Red: impossible leg.'} Land: Natural Earth`,
  })
  pdf.gap(8)
}

/** Joins the labels of marks that stand at one place of the map. */
function labelledOnce(marks: MapLines['marks'], [west, south, east, north]: LonLatBox): MapLines['marks'] {
  const near = Math.max(east - west, north - south) * NEAR_SHARE
  const places: { at: LonLat; labels: string[] }[] = []
  for (const { at, label } of marks) {
    const place = places.find(
      (one) => Math.abs(one.at[0] - at[0]) < near && Math.abs(one.at[1] - at[1]) < near,
    )
    if (place === undefined) places.push({ at, labels: [label] })
    else place.labels.push(label)
  }
  return places.map(({ at, labels }) => ({ at, label: rangesOf(labels) }))
}

/** Writes numbers in order, those that follow each other as a range: 24–31, 40. */
function rangesOf(labels: readonly string[]): string {
  if (labels.length === 1) return labels[0]!
  const ranges: [from: number, to: number][] = []
  for (const number of labels.map(Number).sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && number <= last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

const firstAndLast = (named: readonly EvidencePosition[]) =>
  named.length <= MOST_MARKS ? named : [named[0]!, named.at(-1)!]

const placesOf = (positions: readonly EvidencePosition[]): LonLat[] =>
  positions.flatMap(({ longitude, latitude }) =>
    longitude === null || latitude === null ? [] : [[longitude, latitude] as const],
  )

const vesselOf = ({ mmsi, split_id }: Pick<Track, 'mmsi' | 'split_id'>) => `${mmsi}/${split_id}`

function tracksOf(positions: readonly EvidencePosition[]): Track[] {
  const tracks = new Map<string, Track[]>()
  const last = new Map<string, EvidencePosition>()
  for (const one of positions) {
    const [at] = placesOf([one])
    if (at === undefined || (one.quality === 'QUARANTINED' && !one.named)) continue
    const key = vesselOf(one)
    const before = last.get(key)
    const of = tracks.get(key) ?? []
    tracks.set(key, of)
    last.set(key, one)
    if (before === undefined || isImpossible(legOf(before, one)))
      of.push({ mmsi: one.mmsi, split_id: one.split_id, points: [] })
    of.at(-1)!.points.push(at)
  }
  return [...tracks.values()].flat().filter(({ points }) => points.length > 1)
}

function outlineOf(geometry: Finding['geometry']): LonLat[] {
  if (geometry === null || geometry.type === 'Point') return []
  if (geometry.type === 'LineString') return geometry.coordinates
  const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : (geometry.coordinates[0] ?? [])
  return ring.map(([lon, lat]) => [lon, lat])
}

/** Box around places, on the turn of the globe on which they lie together. */
function boxAround(places: readonly LonLat[]): LonLatBox {
  const [first] = places[0]!
  const lons = places.map(([lon]) => lon - 360 * Math.round((lon - first) / 360))
  const lats = places.map(([, lat]) => lat)
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
  return [
    least(lons) - ROOM,
    Math.max(-85, least(lats) - ROOM),
    most(lons) + ROOM,
    Math.min(85, most(lats) + ROOM),
  ]
}
