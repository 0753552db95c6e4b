import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { breathe } from '../../kernel/http/breathe.ts'
import type { FontRun, Weight } from './fonts.ts'
import { linesOf, type Line, type Measure } from './paragraph-lines.ts'
import { trueTypeOf } from './woff.ts'

const MARGIN = 64
const LEADING = 1.45
/** Height of a line above its baseline, as a share of the font size. */
const ASCENT = 1.07
const GREY = '#555555'
const BLACK = '#000000'

/** Points of a page, from the left and from the top. */
export type XY = readonly [x: number, y: number]
export type Placed = {
  at: XY
  size: number
  weight?: Weight
  colour?: string
  /** Position of `at` within the text; its left end by default. */
  side?: 'left' | 'middle' | 'right'
}

/** A part of a page that is drawn in, as wide as the text; its own points count from its corner at the top left. */
export type Plate = {
  readonly width: number
  readonly height: number
  /** One line; nothing is broken. */
  text(text: string, placed: Placed): void
  line(points: readonly XY[], colour: string, width: number): void
  /** Fills the points inside an odd number of the rings. */
  area(rings: readonly (readonly XY[])[], colour: string): void
  /** Draws what is seen within a box alone. */
  within(box: { from: XY; to: XY }, draw: () => void): void
}

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
    const width = this.width - indent
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

  get width(): number {
    return this.#document.page.width - 2 * MARGIN
  }
  /** Height left on the page, and on a new one. */
  get room(): { left: number; whole: number } {
    const { height } = this.#document.page
    return { left: height - MARGIN - this.#y, whole: height - 2 * MARGIN }
  }
  /** The lines of a text in a column, and how high one is. */
  column(text: string, width: number, { size, weight = 400 }: { size: number; weight?: Weight }): Line[] {
    return text.split('\n').flatMap((part) => [...linesOf(part, weight, width, this.#measure(size))])
  }
  /** Puts lines of columns beside each other at the place reached; there must be room. */
  row(
    columns: { lines: readonly Line[]; x: number; width: number; isRight?: boolean }[],
    size: number,
  ): void {
    const height = size * LEADING
    for (const { lines, x, width, isRight } of columns)
      for (const [i, line] of lines.entries()) {
        const from = MARGIN + x + (isRight === true || line.isFromRight ? width - line.width : 0)
        this.#draw(line.pieces, { x: from, y: this.#y + i * height + size * ASCENT, size, colour: BLACK })
      }
    this.#y += height * Math.max(1, ...columns.map(({ lines }) => lines.length))
  }
  heightOf = (size: number): number => size * LEADING
  newPage(): void {
    this.#document.addPage()
    this.#y = MARGIN
  }

  /** A rectangle to draw in, on the next page when it does not fit; higher than a page it cannot be. */
  plate(height: number, draw: (plate: Plate) => void): void {
    this.#need(height)
    const document = this.#document
    document.save().translate(MARGIN, this.#y)
    draw(this.#plate(this.width, height))
    document.restore()
    this.#y += height
  }

  #plate(width: number, height: number): Plate {
    const document = this.#document
    const path = (points: readonly XY[]) =>
      points.forEach(([x, y], i) => (i === 0 ? document.moveTo(x, y) : document.lineTo(x, y)))
    return {
      width,
      height,
      text: (text, { at: [x, y], size, weight = 400, colour = BLACK, side = 'left' }) => {
        const [line] = linesOf(text, weight, Infinity, this.#measure(size))
        if (line === undefined) return
        const off = side === 'left' ? 0 : side === 'middle' ? line.width / 2 : line.width
        this.#draw(line.pieces, { x: x - off, y, size, colour })
      },
      line: (points, colour, thick) => {
        path(points)
        document.lineWidth(thick).lineJoin('round').lineCap('round').stroke(colour)
      },
      area: (rings, colour) => {
        for (const ring of rings) {
          path(ring)
          document.closePath()
        }
        document.fill(colour, 'even-odd')
      },
      within: ({ from: [x, y], to: [right, foot] }, drawInside) => {
        document
          .save()
          .rect(x, y, right - x, foot - y)
          .clip()
        drawInside()
        document.restore()
      },
    }
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
    this.newPage()
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
