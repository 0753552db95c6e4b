import type { Palette } from '../theme/colour-palette.ts'

/**
 * Colours of series in their order, by palette. They differ in lightness too, so that they differ without
 * colour vision; red, orange and yellow belong to alerts.
 */
const SERIES: Record<Palette, readonly string[]> = {
  day: ['#0b62a4', '#009e73', '#a0419b', '#58b0e3', '#5b6b1c', '#7a5bd0', '#8a6d4b', '#14202a'],
  dusk: ['#4aa3df', '#4fc29a', '#d887c2', '#a8d8f5', '#98ac4d', '#a58bf0', '#c3a887', '#e4ecf2'],
  night: ['#d9975a', '#8f8b45', '#a0604f', '#f0c69a', '#6d5a2c', '#c08a7a', '#7d5a3a', '#f3dcc4'],
}
const OTHER: Record<Palette, string> = { day: '#8a99a5', dusk: '#637687', night: '#5a432d' }
const DASHES = ['solid', 'dashed', 'dotted'] as const

export type SeriesLook = { colour: string; dash: (typeof DASHES)[number] }

/** Returns the look of the series of a place; the eight colours come again with other dashes. */
export function seriesLook(palette: Palette, place: number, isOther = false): SeriesLook {
  if (isOther) return { colour: OTHER[palette], dash: 'dotted' }
  const colours = SERIES[palette]
  return {
    colour: colours[place % colours.length]!,
    dash: DASHES[Math.floor(place / colours.length) % DASHES.length]!,
  }
}

/** Colours of axes and grounds, read from the style sheet. */
export type ChartGround = {
  text: string
  dim: string
  line: string
  panel: string
  accent: string
  alarm: string
  font: string
}
export function groundOf(element: Element): ChartGround {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: colour('--text'),
    dim: colour('--text-dim'),
    line: colour('--line'),
    panel: colour('--raised'),
    accent: colour('--accent'),
    alarm: colour('--alarm'),
    font: style.fontFamily,
  }
}
