import type { BaseLayerId } from '@samudra/contract/map'
import type { Palette } from '../../../kit/theme/colour-palette.ts'
import { underLight } from '../../../map/chart/chart-colours.ts'

/** Upper ends of the steps of speed (knots) and of age (hours). */
export const SPEEDS = [0.5, 5, 10, 15, 20, Number.POSITIVE_INFINITY] as const
export const AGES = [1, 3, 6, 12, 24, Number.POSITIVE_INFINITY] as const

/** Steps differ in lightness first; none is red, orange or yellow. */
const STEPS_ON_DARK = ['#8c6fe0', '#6c8cf0', '#3fa4ee', '#37c4d8', '#86dfc6', '#e2f7ea']
const STEPS_ON_BRIGHT = ['#8b5fd8', '#5f66d0', '#2f6cc4', '#16639a', '#0d566c', '#073a44']
const SOURCES_ON_DARK = [
  '#5aa7ff',
  '#5fd18a',
  '#d38df0',
  '#46d5d0',
  '#b9c3cc',
  '#9aa5ff',
  '#8fcf6a',
  '#e3b5d8',
]
const SOURCES_ON_BRIGHT = [
  '#1b62c4',
  '#17803f',
  '#9a3fc4',
  '#0c8783',
  '#4d5862',
  '#4a4fb8',
  '#4b7a1e',
  '#8a4f7c',
]
const NIGHT: [number, number, number] = [0.78, 0.66, 0.6]

export type TrailPalette = { steps: string[]; sources: string[]; unknown: string; text: string; halo: string }

export function trailPalette(base: BaseLayerId, palette: Palette): TrailPalette {
  const isBright = base === 'BRIGHT' && palette !== 'night'
  const lit = (colour: string) => (palette === 'night' ? underLight(colour, NIGHT) : colour)
  return {
    steps: (isBright ? STEPS_ON_BRIGHT : STEPS_ON_DARK).map(lit),
    sources: (isBright ? SOURCES_ON_BRIGHT : SOURCES_ON_DARK).map(lit),
    unknown: lit(isBright ? '#66727d' : '#8b98a5'),
    text: isBright ? '#1a2730' : lit('#dfe9f0'),
    halo: isBright ? '#f4f9fb' : '#060b10',
  }
}

export const stepOf = (steps: readonly number[], value: number) => steps.findIndex((top) => value < top)
