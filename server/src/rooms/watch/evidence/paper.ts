import { utcText, writeHead } from '../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import { writeTable, type PdfColumn } from '../../../platform/formats/pdf/table.ts'
import type { ConditionRow } from './finding.ts'
import type { Dossier } from './dossier.ts'
import { fewer } from './fewer.ts'
import { writeEvidenceMap, type Land } from './evidence-map.ts'
import { TERMS_NOTE, UNITS_NOTE, type About, type HashedParts } from './evidence-parts.ts'
import { worstLeg, type EvidencePosition } from './series.ts'

type Paper = { dossier: Dossier; hashed: HashedParts; about: About; land: Land }

/** Rows of positions on paper at most; the JSON file has all. */
const MOST_ROWS = 300

/** Room below a heading, points: it does not stand alone at the foot of a page. */
const LEAST_BELOW = 80

const FACTS: PdfColumn[] = [
  { label: 'Facts', share: 22 },
  { label: '', share: 78 },
]
const CONDITIONS: PdfColumn[] = [
  { label: 'Condition', share: 46 },
  { label: 'Holds', share: 10 },
  { label: 'Value', share: 22 },
  { label: 'Threshold', share: 22 },
]
const POSITIONS: PdfColumn[] = [
  { label: 'No.', share: 6 },
  { label: 'Time (UTC)', share: 19 },
  { label: 'MMSI', share: 12 },
  { label: 'Position', share: 24 },
  { label: 'SOG kn', share: 7, isFigure: true },
  { label: 'COG °', share: 7, isFigure: true },
  { label: 'Source, station', share: 15 },
  { label: 'NM', share: 9, isFigure: true },
  { label: 'Required kn', share: 11, isFigure: true },
]
const STEPS: PdfColumn[] = [
  { label: 'Time (UTC)', share: 22 },
  { label: 'Who', share: 18 },
  { label: 'What', share: 60 },
]
const FILES: PdfColumn[] = [
  { label: 'File', share: 30 },
  { label: 'Bytes', share: 12, isFigure: true },
  { label: 'SHA-256', share: 58 },
]
const HASHES: PdfColumn[] = [
  { label: 'Part', share: 28 },
  { label: 'SHA-256', share: 72 },
]

const secondsText = (iso: string) => iso.slice(0, 19).replace('T', ' ')
const SMALL = { size: 9 }

/** Writes evidence as a PDF in the order a reader needs, with the SHA-256 of each part at the end. */
export async function paperOf({ dossier, hashed, about, land }: Paper): Promise<Buffer> {
  const at = new Date(about.made_at)
  const title = `Evidence: ${about.title}`
  const pdf = new Pdf({ title, at, foot: `${title}, ${about.kind} ${about.id}, ${utcText(at)}` })
  await writeHead(pdf, {
    title,
    asOf: at,
    filters: [`${about.kind} ${about.id}`],
    caller: about.made_by,
  })
  const heading = (text: string) => {
    if (pdf.room.left < LEAST_BELOW) pdf.newPage()
    return pdf.write(text, { size: 11, weight: 700, after: 4 })
  }
  await heading('What was found')
  for (const sentence of dossier.sentences) await pdf.write(sentence, { size: 10, after: 2 })
  pdf.gap(6)
  await writeTable(pdf, FACTS, factsOf(dossier))
  pdf.gap(4)
  await pdf.write(`${TERMS_NOTE} ${UNITS_NOTE}`, { size: 8, colour: '#555555', after: 8 })
  await writeEvidenceMap(pdf, dossier.map, land)
  await writeWhy(pdf, dossier, heading)
  await writePositions(pdf, dossier.positions, heading)
  await writeMessages(pdf, dossier, heading)
  await heading('Who did what and when')
  await writeTable(
    pdf,
    STEPS,
    dossier.steps.map(({ at: when, by, what, comment }) => [
      secondsText(when),
      by ?? 'Samudra (automatic)',
      comment === null ? what : `${what} "${comment}"`,
    ]),
  )
  pdf.gap(8)
  if (dossier.files.length > 0) {
    await heading('Files attached to the event')
    await writeTable(
      pdf,
      FILES,
      dossier.files.map(({ name, size, sha256 }) => [name, String(size), sha256]),
    )
    pdf.gap(8)
  }
  await writeLeftOut(pdf, dossier, heading)
  await writeHashes(pdf, { hashed, about }, heading)
  return pdf.end()
}

type Heading = (text: string) => Promise<void>

function factsOf({ finding }: Dossier): string[][] {
  const { rule } = finding
  const facts: [string, string | null][] = [
    ['Found by', finding.found_by],
    ['Rule', rule === null ? null : ruleText(rule)],
    ['Severity', finding.severity.toLowerCase()],
    ['Status', finding.status.toLowerCase().replaceAll('_', ' ')],
    ['Start (UTC)', secondsText(finding.began_at)],
    ['Ended (UTC)', finding.ended_at === null ? 'not known' : secondsText(finding.ended_at)],
    [finding.rule === null ? 'Reported (UTC)' : 'Detected (UTC)', secondsText(finding.known_at)],
    ['Position', finding.position?.text ?? null],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}

/** Version 0 of a detector is the one that the product brings, unchanged. */
const ruleText = ({ title, id, version }: NonNullable<Dossier['finding']['rule']>) =>
  `${title} (${id}), version ${version}${version === 0 ? ', as delivered with the product' : ''}`

const HOLDS: Readonly<Record<ConditionRow['verdict'], string>> = {
  TRUE: 'yes',
  FALSE: 'no',
  UNKNOWN: 'unknown',
}
async function writeWhy(pdf: Pdf, { finding: { rule }, conditions }: Dossier, heading: Heading) {
  if (rule === null && conditions.length === 0) return
  await heading('Why: the rule and its conditions')
  if (rule !== null) {
    await pdf.write(ruleText(rule), { ...SMALL, weight: 700 })
    if (rule.sentence !== null) await pdf.write(rule.sentence, { size: 8, after: 6 })
  }
  for (const [i, rows] of conditions.entries()) {
    if (conditions.length > 1)
      await pdf.write(`Hit ${i + 1} of ${conditions.length}`, { ...SMALL, weight: 700 })
    await writeTable(
      pdf,
      CONDITIONS,
      rows.map(({ depth, asked: query, verdict, value, threshold, from, to }) => [
        `${'– '.repeat(depth)}${query}${from === null || to === null ? '' : ` (${secondsText(from)} to ${secondsText(to)})`}`,
        HOLDS[verdict],
        value ?? '',
        threshold ?? '',
      ]),
    )
    pdf.gap(6)
  }
}

async function writePositions(pdf: Pdf, positions: readonly EvidencePosition[], heading: Heading) {
  if (positions.length === 0) return
  const rows = printed(positions)
  await heading('Positions')
  await pdf.write(
    `An asterisk marks positions that the rule names. NM and required speed are from the previous position of the same MMSI, printed or not.${
      rows.length < positions.length
        ? ` ${rows.length} of ${positions.length} positions are printed; the JSON file of this evidence has all.`
        : ''
    }`,
    { size: 8, colour: '#555555', after: 4 },
  )
  await writeTable(pdf, POSITIONS, rows.map(rowOf), { size: 7 })
  pdf.gap(8)
}
/** Returns the positions to print: those that the rule names, both of the impossible leg, and others evenly. */
function printed(positions: readonly EvidencePosition[]): readonly EvidencePosition[] {
  const worst = worstLeg(positions)
  const named = new Set(positions.filter((one) => one.named).slice(0, MOST_ROWS))
  return fewer(positions, MOST_ROWS, {
    vessel: ({ mmsi, split_id }) => `${mmsi} ${split_id}`,
    stays: (one) => named.has(one) || one === worst?.from || one === worst?.to,
  })
}
const figure = (value: number | null, digits = 1) => (value === null ? '' : value.toFixed(digits))
const rowOf = (one: EvidencePosition): string[] => [
  `${one.number}${one.named ? '*' : ''}`,
  secondsText(one.observed_at),
  one.split_id === 0 ? one.mmsi : `${one.mmsi} (${one.split_id + 1})`,
  one.position ?? 'not available',
  figure(one.sog),
  figure(one.cog),
  one.station === null ? one.source : `${one.source}, ${one.station}`,
  figure(one.from_previous?.distance_nm ?? null, 2),
  figure(one.from_previous?.required_kn ?? null),
]

async function writeMessages(pdf: Pdf, { messages }: Dossier, heading: Heading) {
  if (messages.length === 0) return
  await heading('Messages as received')
  for (const { position, mmsi, source, received_at, stored, lines, note } of messages) {
    await pdf.write(
      `Position ${position}, MMSI ${mmsi}, source ${source}, received ${secondsText(received_at)} UTC`,
      {
        size: 8,
        weight: 700,
      },
    )
    if (!stored) await pdf.write(note, { size: 8, colour: '#555555' })
    for (const line of lines) await pdf.write(line, { size: 7, indent: 8 })
    pdf.gap(3)
  }
  pdf.gap(5)
}

async function writeLeftOut(pdf: Pdf, { left_out }: Dossier, heading: Heading) {
  await heading('What is not in this file')
  if (left_out.length === 0) await pdf.write('Nothing was left out.', SMALL)
  for (const one of left_out) await pdf.item('•', one, 9)
  pdf.gap(8)
}

async function writeHashes(pdf: Pdf, { hashed, about }: Pick<Paper, 'hashed' | 'about'>, heading: Heading) {
  await heading('How to verify')
  await pdf.write(
    `The same evidence saved as JSON holds the full text of each part. The SHA-256 of these texts is listed here; a part that has not changed since has the same value in both files. The centre stored the last value in its audit record when this file was made at ${secondsText(about.made_at)} UTC by ${about.made_by} with ${about.product}, and can confirm it.`,
    { ...SMALL, after: 4 },
  )
  const rows = hashed.parts.map(({ title, sha256 }) => [title, sha256])
  await writeTable(pdf, HASHES, [...rows, ['All parts (the list of their SHA-256)', hashed.sha256]])
}
