import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
/** In the order they are asked for a letter: Europe and Hindi, Bengali, Tamil, Sinhala, Arabic and Persian, Chinese. */
const FAMILIES = [
  require.resolve('@fontsource/noto-sans/unicode.json'),
  require.resolve('@fontsource/noto-sans-bengali/unicode.json'),
  require.resolve('@fontsource/noto-sans-tamil/unicode.json'),
  require.resolve('@fontsource/noto-sans-sinhala/unicode.json'),
  require.resolve('@fontsource/noto-sans-arabic/unicode.json'),
  require.resolve('@fontsource/noto-sans-sc/unicode.json'),
]
export type Weight = 400 | 700

type Part = { folder: string; subset: string; ranges: readonly (readonly [number, number])[] }

let known: readonly Part[] | undefined
/** Every file of the families, with the letters it is for. */
const parts = () => (known ??= FAMILIES.flatMap(partsOf))

function partsOf(file: string): Part[] {
  const reported = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return Object.entries(reported).map(([subset, ranges]) => ({
    folder: path.dirname(file),
    subset: subset.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map(rangeOf),
  }))
}

/** `U+0900-097F`, `U+20B9`. */
function rangeOf(text: string): [number, number] {
  const [from, to] = text.replace('U+', '').split('-')
  return [Number.parseInt(from!, 16), Number.parseInt(to ?? from!, 16)]
}

const has = (part: Part, codePoint: number) =>
  part.ranges.some(([from, to]) => codePoint >= from && codePoint <= to)

const MARK = /[\p{M}\p{P}\p{Zs}\p{Cf}\p{N}\p{S}]/u
/** Written for a letter that no font has. */
const UNKNOWN = '\uFFFD'

export type FontRun = { text: string; file: string }

/** The text in stretches of one font each. Marks, signs and spaces stay with what stands before them where its font has them. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: { text: string; part: Part }[] = []
  for (const letter of text) {
    const codePoint = letter.codePointAt(0)!
    const last = runs.at(-1)
    const isStored = last !== undefined && MARK.test(letter) && has(last.part, codePoint)
    const found = isStored ? last.part : parts().find((part) => has(part, codePoint))
    const part = found ?? parts().find((one) => has(one, UNKNOWN.codePointAt(0)!))!
    const shown = found === undefined ? UNKNOWN : letter
    if (last?.part === part) last.text += shown
    else runs.push({ text: shown, part })
  }
  return runs.map(({ text: of, part: { folder, subset } }) => ({
    text: of,
    file: path.join(folder, 'files', `${path.basename(folder)}-${subset}-${weight}-normal.woff`),
  }))
}
