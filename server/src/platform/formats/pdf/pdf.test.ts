import { expect, test } from 'vitest'
import { fontRuns } from './fonts.ts'
import { linesOf } from './paragraph-lines.ts'
import { Pdf } from './pdf.ts'

const TEXTS = {
  NotoSans: 'क्षेत्रीय सूचना केंद्र, Русский, Ελληνικά, Tiếng Việt, 12°30.5’N, €',
  NotoSansBengali: 'চট্টগ্রাম বন্দর',
  NotoSansTamil: 'சென்னை துறைமுகம்',
  NotoSansArabic: 'ميناء جدة، بندر عباس',
  NotoSansSC: '远望号在马六甲海峡附近航行。',
}
const written = (line: ReturnType<typeof linesOf>) =>
  [...line].map(({ pieces }) => pieces.map(({ text }) => text).join(''))
/** Ten points for every letter. */
const wide = ({ text }: { text: string }) => text.length * 10

test('names in the scripts of the region are written with fonts that have their letters', async () => {
  const pdf = new Pdf({ title: 'Names', at: new Date(0), foot: 'Version 1' })
  for (const text of Object.values(TEXTS)) {
    expect(fontRuns(text, 400).some((run) => run.text.includes('\uFFFD'))).toBe(false)
    await pdf.write(text, { size: 11 })
  }
  const bytes = (await pdf.end()).toString('latin1')
  for (const font of Object.keys(TEXTS)) expect(bytes).toMatch(new RegExp(`\\+${font}-Regular`))
  expect(bytes).not.toContain('Helvetica')
})

test('a letter that no font has is shown as unknown', () => {
  expect(
    fontRuns('A\u{1F9FF}\u{10FFFF}B', 400)
      .map(({ text }) => text)
      .join(''),
  ).toContain('\uFFFD')
})

test('Arabic runs from the right, with numbers and Latin names from the left inside', () => {
  const [line, ...others] = linesOf('سفينة (IMO 9123456) في ميناء.', 400, 1000, wide)
  expect([others.length, line?.isFromRight]).toEqual([0, true])
  expect(line?.pieces.map(({ text }) => text.trim()).filter(Boolean)).toEqual([
    '.',
    'ميناء',
    'في',
    '(',
    'IMO 9123456',
    ')',
    'سفينة',
  ])
  expect(written(linesOf('The ship سفينة النور left.', 400, 1000, wide))).toEqual([
    'The ship النور سفينة left.',
  ])
})

test('lines end where their script allows, and in a word only when it is wider than the line', () => {
  expect(written(linesOf('one two three four', 400, 90, wide))).toEqual(['one two', 'three', 'four'])
  expect(written(linesOf('ABCDEFGHIJKL no', 400, 50, wide))).toEqual(['ABCDE', 'FGHIJ', 'KL no'])
  expect(written(linesOf('远望号在马六甲', 400, 40, wide))).toEqual(['远望号在', '马六甲'])
  expect(written(linesOf('', 400, 40, wide))).toEqual([])
})

test('overflowing content continues on the next page, and every page has its number', async () => {
  const pdf = new Pdf({ title: 'Long', at: new Date(0), foot: 'Version 1' })
  await pdf.write('Words. '.repeat(3000), { size: 11 })
  expect((await pdf.end()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3)
})
