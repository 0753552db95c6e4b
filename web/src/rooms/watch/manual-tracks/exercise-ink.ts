import { underLight } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'

/** Theme properties on which the look of tracks depends. */
export type Ground = Pick<ChartTheme, 'base' | 'palette'>

/** Colour of an exercise, regardless of affiliation. */
const OF_EXERCISE = { dark: '#d77bf0', bright: '#8a1fa8' }
/** Share of each channel that the night palette leaves. */
const NIGHT = [0.7, 0.56, 0.46] as const

/** Returns which ink is readable on a chart, for a dark or a bright ground. */
export const groundOf = ({ base, palette }: Ground): 'dark' | 'bright' =>
  base === 'BRIGHT' && palette !== 'night' ? 'bright' : 'dark'

export const inkUnder = ({ palette }: Ground, colour: string): string =>
  palette === 'night' ? underLight(colour, NIGHT) : colour

export const exerciseInk = (ground: Ground): string => inkUnder(ground, OF_EXERCISE[groundOf(ground)])
