import type { BaseLayerId } from '@samudra/contract/map'
import type { Palette } from '../../../kit/theme/colour-palette.ts'
import { underLight } from '../../../map/chart/chart-colours.ts'

/** Upper ends of the bands, feet. */
export const BANDS = [5000, 10_000, 20_000, 30_000, 40_000, Number.POSITIVE_INFINITY] as const

/**
 * Colours of the bands from low to high. They differ in lightness first, so that they differ without seeing
 * hue; none is red, orange or yellow.
 */
const ON_DARK = ['#9079e8', '#6c8cf0', '#3fa4ee', '#37c4d8', '#86dfc6', '#e2f7ea']
const ON_BRIGHT = ['#8b5fd8', '#5f66d0', '#3a74c8', '#1a679c', '#0d566c', '#073a44']
const NIGHT: [number, number, number] = [0.78, 0.66, 0.6]

export type SkyColours = {
  bands: string[]
  ground: string
  unknown: string
  edge: string
  text: string
  halo: string
  alarm: string
}

export function skyColours(base: BaseLayerId, palette: Palette): SkyColours {
  const isBright = base === 'BRIGHT' && palette !== 'night'
  const lit = (colour: string) => (palette === 'night' ? underLight(colour, NIGHT) : colour)
  return {
    bands: (isBright ? ON_BRIGHT : ON_DARK).map(lit),
    ground: lit(isBright ? '#6b7780' : '#8996a1'),
    unknown: lit(isBright ? '#4d5862' : '#b9c3cc'),
    edge: isBright ? '#fbfdfe' : '#05090d',
    text: isBright ? '#1a2730' : lit('#dfe9f0'),
    halo: isBright ? '#f4f9fb' : '#060b10',
    alarm: lit(isBright ? '#e1000e' : '#ff4b3e'),
  }
}

/** The colour of a height; null feet when the altimeter is silent. */
export function colourOf(
  colours: SkyColours,
  one: { altitude: number | null; onGround: boolean | null },
): string {
  if (one.onGround === true) return colours.ground
  if (one.altitude === null) return colours.unknown
  return colours.bands[BANDS.findIndex((top) => one.altitude! < top)]!
}
