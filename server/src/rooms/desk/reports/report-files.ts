import canonicalize from 'canonicalize'
import { BY_LABELS, MEASURE_LABELS, shownFigure, shownUnit, type Figure } from '@samudra/contract/figures'
import { SEVERITY_LABELS } from '@samudra/contract/labels'
import type { ReportBlockData, ReportFormat } from '@samudra/contract/reports'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import { writeBars, writeCurves } from '../../../platform/formats/pdf/chart.ts'
import { utcText, writeHead } from '../../../platform/formats/pdf/head.ts'
import { writeChart } from '../../../platform/formats/pdf/map.ts'
import { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import { writeTable, type PdfColumn } from '../../../platform/formats/pdf/table.ts'
import { csvLine } from '../../../platform/formats/text-lines.ts'

export type Land = (box: LonLatBox) => Promise<[number, number][][]>
export type ReportPaper = {
  name: string
  from: number
  to: number
  asOf: number
  owner: string
  digest: string
  blocks: readonly ReportBlockData[]
}
export const CONTENT_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
}

const SMALL = { size: 8, colour: '#555555' }
/** Room below a heading, points: it does not stand alone at the foot of a page. */
const LEAST_BELOW = 90
const BELOW: Partial<Record<ReportBlockData['block']['kind'], number>> = {
  heading: 150,
  chart: 220,
  map: 360,
}
const MOST_BARS = 6
const HOUR_MS = 3_600_000
const MARK = '#c4501b'
const round = (value: number) => String(Math.round(value * 10) / 10)

/** Returns a report as a file of a format. */
export async function reportFile(format: ReportFormat, paper: ReportPaper, land: Land): Promise<Buffer> {
  if (format === 'json') return Buffer.from(canonicalize(JSON.parse(JSON.stringify(jsonOf(paper)))) ?? '')
  if (format === 'csv') return Buffer.from([...csvLines(paper)].join(''))
  return pdfOf(paper, land)
}

const iso = (at: number) => new Date(at).toISOString()
const jsonOf = ({ from, to, asOf, ...rest }: ReportPaper) => ({
  ...rest,
  from: iso(from),
  to: iso(to),
  as_of: iso(asOf),
})

function* csvLines({ blocks }: ReportPaper): Iterable<string> {
  yield csvLine(['block', 'title', 'row', 'time', 'key', 'label', 'value', 'previous', 'usual', 'query'])
  for (const [i, { block, figure, items, error }] of blocks.entries()) {
    const head = [i + 1, block.title]
    if (error !== null) yield csvLine([...head, 'error', '', '', error])
    if (block.text !== undefined) yield csvLine([...head, 'text', '', '', block.text])
    if (figure === null) continue
    yield csvLine([
      ...head,
      'total',
      '',
      '',
      '',
      figure.total,
      figure.previous?.total ?? '',
      figure.baseline?.total?.mean ?? '',
      figure.query,
    ])
    if (figure.by !== null)
      for (const { key, label, value, previous, usual } of figure.groups)
        yield csvLine([...head, 'group', '', key, label, value, previous ?? '', usual?.mean ?? ''])
    for (const { t, key, value } of figure.series) yield csvLine([...head, 'bucket', t, key, '', value])
    for (const { at, title, text, severity } of items)
      yield csvLine([...head, 'item', at, severity, text === '' ? title : `${title}: ${text}`])
  }
}

async function pdfOf(
  { name, from, to, asOf, owner, digest, blocks }: ReportPaper,
  land: Land,
): Promise<Buffer> {
  const at = new Date(asOf)
  const pdf = new Pdf({ title: name, at, foot: `${name}, as of ${utcText(at)}` })
  await writeHead(pdf, { title: name, asOf: at, caller: owner })
  await pdf.write(`From ${utcText(new Date(from))} to ${utcText(new Date(to))}`, { size: 10, after: 10 })
  for (const data of withoutEmpty(blocks)) await writeBlock(pdf, data, land)
  await pdf.write(`SHA-256 of all numbers and queries: ${digest}`, SMALL)
  return pdf.end()
}

/** Returns the blocks; of a section that begins with a number and counts nothing, the heading and the number. */
export function withoutEmpty(blocks: readonly ReportBlockData[]): ReportBlockData[] {
  const sections: ReportBlockData[][] = []
  for (const one of blocks) {
    if (one.block.kind === 'heading' || sections.length === 0) sections.push([])
    sections.at(-1)!.push(one)
  }
  return sections.flatMap((section) => {
    const [heading, first, ...rest] = section
    const isEmpty =
      heading?.block.kind === 'heading' && first?.block.kind === 'number' && [first, ...rest].every(isNothing)
    return isEmpty ? [heading, first] : section
  })
}
const isNothing = ({ figure, error }: ReportBlockData): boolean =>
  error === null && figure !== null && figure.total === 0 && (figure.previous?.total ?? 0) === 0

/** Tests whether a block is higher than a few lines. */
const hasPicture = ({ block, items }: ReportBlockData) =>
  block.kind in BELOW && (block.kind !== 'map' || items.length > 0)

async function writeBlock(pdf: Pdf, data: ReportBlockData, land: Land): Promise<void> {
  const { block, figure, error } = data
  if (pdf.room.left < (hasPicture(data) ? BELOW[block.kind]! : LEAST_BELOW)) pdf.newPage()
  const isHeading = block.kind === 'heading'
  if (isHeading) pdf.gap(8)
  if (block.title !== '') await pdf.write(block.title, { size: isHeading ? 14 : 11, weight: 700, after: 4 })
  for (const part of paragraphsOf(block.text)) await pdf.write(part, { size: 10, after: 6 })
  if (error !== null) await pdf.write(`No data: ${error}`, { size: 10, colour: '#a02020', after: 8 })
  if (figure === null) return
  const shown = shownFigure(figure)
  if (block.kind === 'number') await pdf.write(numberText(shown), { size: 16, weight: 700, after: 2 })
  if (block.kind === 'table') await writeGroups(pdf, shown)
  if (block.kind === 'chart') writeFigureChart(pdf, figure)
  if (block.kind === 'list') await writeItems(pdf, data)
  if (block.kind === 'map') await writeMap(pdf, data, land)
  await pdf.write(figure.query, { ...SMALL, after: 10 })
}

/** The paragraphs of a text; a line by itself is one. */
const paragraphsOf = (text = '') => text.split(/\n+/).filter((part) => part.trim() !== '')

/** "42 (40 in the previous period)". */
function numberText(figure: Figure): string {
  const { total, previous, baseline } = figure
  const parts = [`${total} ${shownUnit(figure)}`.trim()]
  if (previous !== null) parts.push(`${previous.total} in the previous period`)
  if (baseline !== null)
    parts.push(
      baseline.total === null ? `too few weeks (${baseline.weeks})` : `usually ${round(baseline.total.mean)}`,
    )
  const [value, ...beside] = parts
  return beside.length === 0 ? value! : `${value} (${beside.join(', ')})`
}

async function writeGroups(pdf: Pdf, figure: Figure): Promise<void> {
  const { by, groups, previous, baseline, total } = figure
  if (by !== null && groups.length === 0) return pdf.write('None.', { size: 10, after: 2 })
  const columns: PdfColumn[] = [
    { label: by === null ? '' : BY_LABELS[by], share: 50 },
    { label: `${MEASURE_LABELS[figure.measure]} ${shownUnit(figure)}`.trim(), share: 20, isFigure: true },
    ...(previous === null ? [] : [{ label: 'Previous period', share: 20, isFigure: true }]),
    ...(baseline === null ? [] : [{ label: 'Usual', share: 20, isFigure: true }]),
  ]
  const cells = (label: string, value: number, before: number | null, usual: number | null) => [
    label,
    String(value),
    ...(previous === null ? [] : [before === null ? '' : String(before)]),
    ...(baseline === null ? [] : [usual === null ? 'not known' : round(usual)]),
  ]
  const rows =
    by === null ? [] : groups.map((one) => cells(one.label, one.value, one.previous, one.usual?.mean ?? null))
  rows.push(cells('Total', total, previous?.total ?? null, baseline?.total?.mean ?? null))
  await writeTable(pdf, columns, rows)
  pdf.gap(2)
}

/** Bars of the largest groups, or without groups a curve over time. */
function writeFigureChart(pdf: Pdf, figure: Figure): void {
  const { by, measure, groups, baseline } = figure
  const unit = MEASURE_LABELS[measure]
  if (by !== null) {
    writeBars(pdf, { unit, bars: groups.slice(0, MOST_BARS).map(({ label, value }) => ({ label, value })) })
    return
  }
  const curves = [{ name: unit, points: pointsOf(figure) }]
  if (baseline !== null && baseline.series.length > 0)
    curves.push({
      name: 'Usual',
      points: baseline.series.map(({ t, mean }) => [Date.parse(t), mean] as const),
    })
  writeCurves(pdf, { unit, curves })
}

/** Values of all buckets that have begun; those without a value are zero. */
function pointsOf({ bucket, from, to, as_of, series }: Figure): (readonly [number, number])[] {
  const values = new Map(series.map(({ t, value }) => [Date.parse(t), value]))
  const size = bucket === 'hour' ? HOUR_MS : 24 * HOUR_MS
  const end = Math.min(Date.parse(to), Date.parse(as_of))
  const points: [number, number][] = []
  for (let t = Math.floor(Date.parse(from) / size) * size; t < end; t += size)
    points.push([t, values.get(t) ?? 0])
  return points
}

const ITEMS: PdfColumn[] = [
  { label: 'Time (UTC)', share: 20 },
  { label: 'Severity', share: 12 },
  { label: 'What', share: 68 },
]
async function writeItems(pdf: Pdf, { items, more }: ReportBlockData): Promise<void> {
  const rows = items.map(({ at, severity, title, text }) => [
    at.slice(0, 16).replace('T', ' '),
    SEVERITY_LABELS[severity as keyof typeof SEVERITY_LABELS] ?? severity,
    text === '' ? title : `${title} · ${text}`,
  ])
  if (rows.length === 0) return pdf.write('None.', { size: 10, after: 2 })
  await writeTable(pdf, ITEMS, rows)
  if (more > 0) await pdf.write(`and ${more} more.`, { size: 9, after: 2 })
}

async function writeMap(pdf: Pdf, { items, more }: ReportBlockData, land: Land): Promise<void> {
  const marks = marksOf(items)
  if (marks.length === 0) return pdf.write('None.', { size: 10, after: 2 })
  const lons = marks.map(({ at }) => at[0])
  const lats = marks.map(({ at }) => at[1])
  const box: LonLatBox = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
  await writeChart(pdf, { box, land, marks, mostHigh: 300, source: 'Natural Earth' })
  if (marks.some(({ label }) => label !== ''))
    await pdf.write('A number beside a symbol counts events at one place.', SMALL)
  if (more > 0) await pdf.write(`The newest ${items.length} are drawn; ${more} older ones are not.`, SMALL)
}

/** Size of one place on the map, degrees: what lies in it is one mark. */
const PLACE_DEG = 0.25

/** Marks of the places of items: with their number where there are several. */
function marksOf(items: ReportBlockData['items']) {
  const places = new Map<string, { at: readonly [number, number]; count: number }>()
  for (const { lat, lon } of items) {
    if (lat === null || lon === null) continue
    const key = `${Math.round(lat / PLACE_DEG)} ${Math.round(lon / PLACE_DEG)}`
    const place = places.get(key) ?? { at: [lon, lat] as const, count: 0 }
    place.count++
    places.set(key, place)
  }
  return [...places.values()].map(({ at, count }) => ({
    at,
    label: count === 1 ? '' : String(count),
    colour: MARK,
  }))
}

/** Name of the file of a report. */
export const fileNameOf = (
  { name, from }: Pick<ReportPaper, 'name' | 'from'>,
  format: ReportFormat,
): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)}-${iso(from).slice(0, 10)}.${format}`
