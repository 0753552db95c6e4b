import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { breathe } from '../../kernel/breathe.ts'
import type { FontRun, Weight } from './fonts.ts'
import { linesOf, type Measure } from './lines.ts'
import { trueTypeOf } from './woff.ts'

const MARGIN = 64
const LEADING = 1.45
/** Of a line, from its top to where letters stand. */
const ASCENT = 1.07
const GREY = '#555555'
const BLACK = '#000000'

type Style = { size: number; weight?: Weight; colour?: string; indent?: number; after?: number }

/** A document on A4, in the scripts of the region; the same calls make the same bytes. */
export class Pdf {
  readonly #document: PDFKit.PDFDocument
  readonly #made: Promise<Buffer>
  readonly #foot: string
  readonly #fonts = new Set<string>()
  #y = MARGIN

  constructor({ title, at, foot }: { title: string; at: Date; foot: string }) {
    this.#document = new PDFDocument({
      size: 'A4',
      // What is written is placed by us, also below.
      margin: 0,
      bufferPages: true,
      info: { Title: title, Producer: 'Samudra', Creator: 'Samudra', CreationDate: at, ModDate: at },
    })
    this.#foot = foot
    const parts: Buffer[] = []
    this.#document.on('data', (part: Buffer) => parts.push(part))
    this.#made = new Promise((resolve, reject) => {
      this.#document.on('end', () => resolve(Buffer.concat(parts)))
      this.#document.on('error', reject)
    })
  }

  /** A paragraph, broken into lines and over pages. */
  async write(
    text: string,
    { size, weight = 400, colour = BLACK, indent = 0, after = 0 }: Style,
  ): Promise<void> {
    const width = this.#document.page.width - 2 * MARGIN - indent
    let began = performance.now()
    for (const line of linesOf(text, weight, width, this.#measure(size))) {
      began = await breathe(began)
      this.#need(size * LEADING)
      const x = MARGIN + indent + (line.isFromRight ? width - line.width : 0)
      this.#draw(line.pieces, { x, y: this.#y + size * ASCENT, size, colour })
      this.#y += size * LEADING
    }
    this.#y += after
  }

  gap(points: number): void {
    this.#y += points
  }

  /** An item of a list, with its mark before it. */
  async item(mark: string, text: string, size: number): Promise<void> {
    this.#need(size * LEADING)
    for (const { pieces } of linesOf(mark, 400, MARGIN, this.#measure(size)))
      this.#draw(pieces, { x: MARGIN, y: this.#y + size * ASCENT, size, colour: BLACK })
    await this.write(text, { size, indent: size * 1.6, after: 3 })
  }

  /** Ends it, with the foot and a number on each page. */
  end(): Promise<Buffer> {
    const { count } = this.#document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#document.switchToPage(page)
      const size = 8
      const y = this.#document.page.height - MARGIN / 2
      const foot = `${this.#foot} · ${page + 1} / ${count}`
      for (const { pieces } of linesOf(foot, 400, 1000, this.#measure(size)))
        this.#draw(pieces, { x: MARGIN, y, size, colour: GREY })
    }
    this.#document.end()
    return this.#made
  }

  #need(height: number) {
    if (this.#y + height <= this.#document.page.height - MARGIN) return
    this.#document.addPage()
    this.#y = MARGIN
  }

  #measure(size: number): Measure {
    return (run) => this.#font(run, size).widthOfString(run.text)
  }
  #font({ file }: FontRun, size: number) {
    if (!this.#fonts.has(file)) this.#document.registerFont(file, trueTypeOf(readFileSync(file)))
    this.#fonts.add(file)
    return this.#document.font(file).fontSize(size)
  }

  #draw(pieces: readonly FontRun[], to: { x: number; y: number; size: number; colour: string }) {
    let { x } = to
    for (const piece of pieces) {
      const document = this.#font(piece, to.size).fillColor(to.colour)
      document.text(piece.text, x, to.y, { lineBreak: false, baseline: 'alphabetic' })
      x += document.widthOfString(piece.text)
    }
  }
}
