import { breathe } from '../../kernel/http/breathe.ts'
import type { Pdf } from './pdf.ts'

/** `share` of the width; figures stand at the right. */
export type PdfColumn = { label: string; share: number; isFigure?: boolean }

const GAP = 6
const AFTER = 2
const LEAST = 2

/** Rows under their heads, which stand on every page again; a row that is higher than the page goes on on the next. */
export async function writeTable(
  pdf: Pdf,
  columns: readonly PdfColumn[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { size = 8 }: { size?: number } = {},
): Promise<void> {
  let began = performance.now()
  const line = pdf.heightOf(size)
  const places = placesOf(columns, pdf.width)
  const linesOf = (cells: readonly string[], weight: 400 | 700) =>
    places.map((place, i) => ({ ...place, lines: pdf.column(cells[i] ?? '', place.width, { size, weight }) }))
  const head = linesOf(
    columns.map(({ label }) => label),
    700,
  )
  const writeHead = () => {
    pdf.row(head, size)
    pdf.plate(AFTER * 2, ({ line: draw, width }) =>
      draw(
        [
          [0, 1],
          [width, 1],
        ],
        '#888888',
        0.5,
      ),
    )
  }
  if (pdf.room.left < line * 4) pdf.newPage()
  writeHead()
  for await (const cells of rows) {
    began = await breathe(began)
    let left = linesOf(cells, 400)
    for (;;) {
      const count = Math.max(1, ...left.map(({ lines }) => lines.length))
      const fits = Math.floor(pdf.room.left / line)
      if (fits >= count || (fits >= LEAST && count * line > pdf.room.whole / 2)) {
        pdf.row(
          left.map((one) => ({ ...one, lines: one.lines.slice(0, fits) })),
          size,
        )
        if (fits >= count) break
        left = left.map((one) => ({ ...one, lines: one.lines.slice(fits) }))
      }
      pdf.newPage()
      writeHead()
    }
    pdf.gap(AFTER)
  }
}

function placesOf(columns: readonly PdfColumn[], width: number) {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  const shared = width - GAP * (columns.length - 1)
  let x = 0
  return columns.map(({ share, isFigure = false }) => {
    const place = { x, width: (shared * share) / all, isRight: isFigure }
    x += place.width + GAP
    return place
  })
}
