import type { Detector } from '@samudra/contract/detectors'
import { detectorKind } from '@samudra/contract/detectors'
import { expect, test } from 'vitest'
import { changesOf, draftOf, faultOf, isChanged, isWhole, setOtherwise, shownAs } from './detector-draft.ts'

const speed = {
  key: 'min_kn',
  label: 'Change of speed of at least',
  unit: 'kn',
  usual: 8,
  least: 3,
  most: 40,
  source: 'x',
}
const times = {
  key: 'times',
  label: 'Jumps, at least',
  unit: null,
  usual: 2,
  least: 1,
  most: 20,
  source: 'x',
}
const detector = (value: number, home: string[] | null = null) =>
  ({
    label: 'Speed change',
    enabled: true,
    thresholds: [
      { ...speed, value },
      { ...times, value: 2 },
    ],
    home,
  }) as Partial<Detector> as Detector
const typed = (of: Detector, min_kn: number | null) => ({
  ...draftOf(of),
  values: { ...draftOf(of).values, min_kn },
})

test('only changed values are sent, and a default value is sent as null', () => {
  const of = detector(8)
  expect(changesOf(draftOf(of), of)).toEqual({})
  expect(isChanged(draftOf(of), of)).toBe(false)
  expect(changesOf(typed(of, 10), of)).toEqual({ thresholds: [{ key: 'min_kn', value: 10 }] })
  expect(changesOf(typed(detector(10), 8), detector(10))).toEqual({
    thresholds: [{ key: 'min_kn', value: null }],
  })
})

test('a value outside its bounds, or not a number, is reported and cannot be saved', () => {
  const of = detector(8)
  const [threshold] = of.thresholds
  expect([3, 40, 2.9, 40.1, null, NaN].map((value) => faultOf(value, threshold!))).toEqual([
    null,
    null,
    'From 3 to 40 kn.',
    'From 3 to 40 kn.',
    'Enter a number.',
    'Enter a number.',
  ])
  expect(isWhole(of, typed(of, 41))).toBe(false)
  expect(isWhole(of, typed(of, 40))).toBe(true)
})

test('home flags are sent where they are others, in whatever order', () => {
  const of = detector(8, ['India', 'Sri Lanka'])
  expect(changesOf({ ...draftOf(of), home: ['Sri Lanka', 'India'] }, of)).toEqual({})
  expect(changesOf({ ...draftOf(of), home: [] }, of)).toEqual({ home: [] })
})

test('two users see side by side the values that each of them changed from the default', () => {
  const theirs = detector(10)
  const words = (one: Detector) =>
    detectorKind.fields.find(({ label }) => label === 'Thresholds')!.text(one, {} as never)
  expect(words(theirs)).toBe('Change of speed of at least 10 kn (usually 8 kn)')
  expect(words(shownAs(theirs, typed(theirs, 8)))).toBe('default')
  expect(setOtherwise(theirs)).toBe(1)
})
