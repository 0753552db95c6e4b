import { underLight } from '../../../map/chart/chart-colours.ts'
import type { ChartTheme } from '../../../map/chart/chart-style.ts'

/** Perceptually even and safe for colour-blind eyes (viridis), off the colours of alarms. */
const HEAT = ['#3b528b', '#21918c', '#5ec962', '#d9e021']
const CELLS = ['#5470b8', '#2f93a6', '#31b57b', '#8ed645', '#e4e419']
const NIGHT: [number, number, number] = [0.7, 0.5, 0.42]
const lit = (colours: string[], theme: ChartTheme) =>
  theme.palette === 'night' ? colours.map((colour) => underLight(colour, NIGHT)) : colours

export const heatColours = (theme: ChartTheme) => lit(HEAT, theme)
/** Returns the colours of the classes of cells, the lowest first. */
export const cellColours = (theme: ChartTheme) => lit(CELLS, theme)
/** Returns the colours of expected reception and of intermittent reception. */
export const coverageColours = (theme: ChartTheme): [string, string] =>
  lit(theme.base === 'BRIGHT' ? ['#0b6e4f', '#7a5c99'] : ['#3fbf8f', '#a98fd0'], theme) as [string, string]
