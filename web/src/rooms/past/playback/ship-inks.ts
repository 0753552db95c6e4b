import type { BaseLayerId } from '@samudra/contract/map'
import type { Palette } from '../../../kit/theme/colour-palette.ts'
import { underLight } from '../../../map/chart/chart-colours.ts'

/** Colours that differ in lightness as well as hue; none is red, orange or yellow. */
const ON_DARK = ['#7fd4ff', '#8fe388', '#d7a6ff', '#5fe0d0', '#f0a8d8', '#c3cdd6']
const ON_BRIGHT = ['#0b5fb0', '#1d7a2c', '#8a35c0', '#077a72', '#a03a80', '#4a5560']
const NIGHT: [number, number, number] = [0.8, 0.66, 0.58]

/** Colours of the plotted ships in their order, for lines on the chart or, with no base, on panels. */
export function shipInks(palette: Palette, base?: BaseLayerId): string[] {
  const isBright = base === undefined ? palette === 'day' : base === 'BRIGHT' && palette !== 'night'
  const inks = isBright ? ON_BRIGHT : ON_DARK
  return palette === 'night' ? inks.map((ink) => underLight(ink, NIGHT)) : inks
}
