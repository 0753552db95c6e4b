import { writeHead } from '../../../platform/formats/pdf/head.ts'
import { Pdf } from '../../../platform/formats/pdf/pdf.ts'
import type { PageRow } from './static.sql.ts'

const HEADINGS = [15, 13, 12] as const
const TEXT = 11

/** Makes a PDF of a page: headings, paragraphs and lists. The same page gives the same bytes. */
export async function makePdf(
  page: Pick<PageRow, 'title' | 'body_md' | 'version' | 'updated_at'>,
): Promise<Buffer> {
  const { title, updated_at: at } = page
  const pdf = new Pdf({ title, at, foot: `Version ${page.version}, ${at.toISOString().slice(0, 10)}` })
  await writeHead(pdf, { title, asOf: at })
  for (const block of blocksOf(page.body_md)) await writeBlock(pdf, block)
  return pdf.end()
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

async function writeBlock(pdf: Pdf, block: Block) {
  if (block.kind === 'heading') {
    pdf.gap(8)
    await pdf.write(block.text, {
      size: HEADINGS[Math.min(block.level, HEADINGS.length) - 1]!,
      weight: 700,
      after: 3,
    })
  } else if (block.kind === 'item') await pdf.item(block.mark, block.text, TEXT)
  else await pdf.write(block.text, { size: TEXT, after: 6 })
}

/** Text without the marks of emphasis and code; a link is its words and, in brackets, where it leads: nothing to click. */
const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])[*_]([^*_]+)[*_](?![\w*])/g, '$1')
