import { expect, test } from 'vitest'
import { contrast } from '../../kit/theme/contrast.ts'
import { chartColours } from './chart-colours.ts'
import { rgb, shipColours } from './ship-colours.ts'

/** Colours seen without one kind of cone, by Machado, Oliveira and Fernandes 2009 (severity 1), in linear light. */
const EYES = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)

/** CIE 1976 L*a*b* of a colour as such eyes see it. */
function seen(colour: string, eyes: keyof typeof EYES): number[] {
  const light = rgb(colour).map(linear)
  const [r, g, b] = EYES[eyes].map((row) =>
    Math.min(1, Math.max(0, row[0] * light[0]! + row[1] * light[1]! + row[2] * light[2]!)),
  ) as [number, number, number]
  const cube = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = cube((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = cube(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = cube((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** Returns the perceived difference of two colours; from about 10 on they are not confused. */
function apart(one: string, other: string, eyes: keyof typeof EYES): number {
  const [a, b] = [seen(one, eyes), seen(other, eyes)]
  return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
}

const [TANKER, CARGO] = [6, 7]
const CHARTS = [
  ['DARK', 'dusk'],
  ['DARK', 'night'],
  ['BRIGHT', 'day'],
  ['WORLD IMAGERY', 'dusk'],
] as const

test('a tanker differs from a cargo vessel without red and green, by lightness too', () => {
  for (const [base, palette] of CHARTS) {
    const { groups } = shipColours(base, palette, 'standard')
    const [tanker, cargo] = [groups[TANKER]!, groups[CARGO]!]
    expect(apart(tanker, cargo, 'deuteranopia')).toBeGreaterThan(13)
    const [dark, light] = [tanker, cargo].map((one) => seen(one, 'deuteranopia')[0]!)
    expect(Math.abs(light! - dark!)).toBeGreaterThan(12)
  }
})

test('in the set for colour blindness all nine types and the red mark differ, for every eye', () => {
  for (const [base, palette] of CHARTS) {
    const { groups, flag } = shipColours(base, palette, 'colour-blind')
    const all = [...groups, flag]
    for (const eyes of ['all colours', 'deuteranopia', 'protanopia'] as const)
      for (const [i, one] of all.entries())
        for (const other of all.slice(0, i))
          expect([eyes, one, other, apart(one, other, eyes) > 14]).toEqual([eyes, one, other, true])
  }
})

test('every vessel stands out from the water around it', () => {
  for (const set of ['standard', 'colour-blind'] as const)
    for (const [base, palette] of CHARTS)
      for (const colour of shipColours(base, palette, set).groups)
        for (const water of chartColours(base, palette).ocean)
          expect([set, base, palette, colour, contrast(colour, water) >= 2.1]).toEqual([
            set,
            base,
            palette,
            colour,
            true,
          ])
})
