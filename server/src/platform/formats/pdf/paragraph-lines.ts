import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { fontRuns, type FontRun, type Weight } from './fonts.ts'

const bidi = bidiFactory()

/** One line as it is written, from left to right. */
export type Line = { pieces: FontRun[]; width: number; isFromRight: boolean }
type Piece = { isTurned: boolean; text: string }
export type Measure = (run: FontRun) => number

/**
 * Breaks a paragraph into lines of at most `width`, where its script allows (UAX 14), or within a word wider than the
 * line. Each line is in display order (UAX 9). A paragraph that begins in Arabic is aligned right.
 */
export function* linesOf(
  paragraph: string,
  weight: Weight,
  width: number,
  measure: Measure,
): Generator<Line> {
  const levels = bidi.getEmbeddingLevels(paragraph)
  const isFromRight = (levels.paragraphs[0]?.level ?? 0) % 2 === 1
  const widthOf = (text: string) => fontRuns(text, weight).reduce((sum, run) => sum + measure(run), 0)
  for (const [start, end] of cuts(paragraph, width, widthOf)) {
    const pieces = inOrder(paragraph, levels, start, end).flatMap(({ text, isTurned }) => {
      const runs = fontRuns(text, weight)
      return isTurned ? runs.reverse() : runs
    })
    yield { pieces, width: pieces.reduce((sum, run) => sum + measure(run), 0), isFromRight }
  }
}

/** Beginning and end of each line. Each stretch between two places where a line may end is measured once. */
function* cuts(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): Generator<[start: number, end: number]> {
  let [start, end, filled] = [0, 0, 0]
  for (const part of parts(text, width, widthOf)) {
    if (end > start && filled + widthOf(part.trimEnd()) > width) {
      yield [start, end]
      start = end
      filled = 0
    }
    filled += widthOf(part)
    end += part.length
  }
  if (end > start) yield [start, end]
}

/** Yields the parts that stay together on a line; a word wider than the line is split. */
function* parts(text: string, width: number, widthOf: (text: string) => number): Generator<string> {
  const breaker = new LineBreaker(text)
  let start = 0
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    const part = text.slice(start, at.position)
    if (widthOf(part.trimEnd()) <= width) yield part
    else for (const { segment } of new Intl.Segmenter('en').segment(part)) yield segment
    start = at.position
  }
}

/**
 * The words of a line in the order in which they stand on paper. A word of Arabic stays in the order it is spoken, for
 * the font turns it; words of one direction from the left stay together.
 */
function inOrder(
  text: string,
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
  start: number,
  end: number,
): Piece[] {
  const last = start + text.slice(start, end).trimEnd().length - 1
  if (last < start) return []
  const pieces: Piece[] = []
  let before = -2
  for (const i of orderOf(text, levels, start, last)) {
    const isTurned = levels.levels[i]! % 2 === 1
    const letter = isTurned ? (bidi.getMirroredCharacter(text[i]!) ?? text[i]!) : text[i]!
    const piece = pieces.at(-1)
    const isNext = piece?.isTurned === isTurned && i === before + (isTurned ? -1 : 1)
    if (piece === undefined || !isNext || (isTurned && (letter === ' ' || piece.text === ' ')))
      pieces.push({ isTurned, text: letter })
    else piece.text = isTurned ? letter + piece.text : piece.text + letter
    before = i
  }
  return pieces
}

/** The places of letters, from left to right. */
function orderOf(
  text: string,
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
  start: number,
  last: number,
): number[] {
  const order = Array.from({ length: last - start + 1 }, (_, i) => start + i)
  for (const [from = 0, to = 0] of bidi.getReorderSegments(text, levels, start, last))
    order.splice(from - start, to - from + 1, ...order.slice(from - start, to - start + 1).reverse())
  return order
}
