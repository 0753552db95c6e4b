import { underLight } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'

/** What the looks of tracks depend on. */
export type Ground = Pick<ChartTheme, 'base' | 'palette'>

/** An exercise has one colour of its own, whoever is who in it. */
const OF_EXERCISE = { dark: '#d77bf0', bright: '#8a1fa8' }
/** How much of each channel the night leaves. */
const NIGHT = [0.7, 0.56, 0.46] as const

/** Whether dark ink is read on a chart, or light ink. */
export const groundOf = ({ base, palette }: Ground): 'dark' | 'bright' =>
  base === 'BRIGHT' && palette !== 'night' ? 'bright' : 'dark'

export const inkUnder = ({ palette }: Ground, colour: string): string =>
  palette === 'night' ? underLight(colour, NIGHT) : colour

export const exerciseInk = (ground: Ground): string => inkUnder(ground, OF_EXERCISE[groundOf(ground)])
