import PDFDocument from 'pdfkit'
import type { PageRow } from './static.sql.ts'

const BODY = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const MARGIN = 64
const SIZES = { title: 20, heading: [15, 13, 12] as const, text: 11, foot: 8 }

/** Makes a PDF of a page: headings, paragraphs and lists. The same page gives the same bytes. */
export function makePdf(
  page: Pick<PageRow, 'title' | 'body_md' | 'version' | 'updated_at'>,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: {
      Title: page.title,
      Producer: 'Samudra',
      Creator: 'Samudra',
      CreationDate: page.updated_at,
      ModDate: page.updated_at,
    },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const made = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.font(BOLD).fontSize(SIZES.title).text(writable(page.title)).moveDown(0.5)
  for (const block of blocksOf(page.body_md)) writeBlock(document, block)
  document
    .moveDown(2)
    .font(BODY)
    .fontSize(SIZES.foot)
    .fillColor('#555555')
    .text(`Version ${page.version}, ${page.updated_at.toISOString().slice(0, 10)}`)
  document.end()
  return made
}

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'item'; mark: string; text: string }
  | { kind: 'text'; text: string }

/** The parts of a text in markdown; what is none of these parts is a paragraph. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    const item = /^\s*([-*+]|\d+[.)])\s+(.*)$/.exec(line)
    const last = blocks.at(-1)
    if (heading) blocks.push({ kind: 'heading', level: heading[1]!.length, text: plain(heading[2]!) })
    else if (item)
      blocks.push({ kind: 'item', mark: /\d/.test(item[1]!) ? item[1]! : '\u2022', text: plain(item[2]!) })
    else if (line.trim() === '') isOpen = false
    else if (isOpen && last !== undefined && last.kind !== 'heading') last.text += ` ${plain(line.trim())}`
    else blocks.push({ kind: 'text', text: plain(line.trim()) })
    if (line.trim() !== '') isOpen = heading === null
  }
  return blocks
}

function writeBlock(document: PDFKit.PDFDocument, block: Block) {
  if (block.kind === 'heading') {
    const size = SIZES.heading[Math.min(block.level, SIZES.heading.length) - 1]!
    document.moveDown(0.6).font(BOLD).fontSize(size).text(writable(block.text)).moveDown(0.2)
    return
  }
  document.font(BODY).fontSize(SIZES.text)
  if (block.kind === 'item')
    document.text(writable(`${block.mark} ${block.text}`), { indent: 0, paragraphGap: 3 }).moveDown(0.1)
  else document.text(writable(block.text), { paragraphGap: 6 })
}

/** Text without the marks of emphasis and code; a link is its words and, in brackets, where it leads: nothing to click. */
const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')

/** The standard fonts write Western European letters; the rest becomes a question mark. */
const writable = (text: string) =>
  text
    .normalize('NFC')
    .replace(
      /[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2020\u2022\u2026\u20ac]/gu,
      '?',
    )
