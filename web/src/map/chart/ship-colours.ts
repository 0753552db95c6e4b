import type { BaseLayerId } from '@samudra/contract/map'
import { underLight } from './chart-colours.ts'
import type { Palette } from '../../kit/theme/colour-palette.ts'

/** Colours of the nine groups, in the order of SHIP_TYPES, on a dark sea. */
const ON_DARK = [
  '#8b98a5',
  '#d38df0',
  '#f2e05a',
  '#5aa7ff',
  '#e8a06b',
  '#b9c3cc',
  '#ec5078',
  '#8ff0b4',
  '#46d5d0',
]
/** The same hues, deep enough for a bright sea. */
const ON_BRIGHT = [
  '#66727d',
  '#9a3fc4',
  '#958100',
  '#1b62c4',
  '#b65a17',
  '#4d5862',
  '#7d0a2c',
  '#178a48',
  '#0c8783',
]

/**
 * Colours distinct without red and green, by lightness and from blue to yellow; ship-colours.test.ts computes by how
 * much.
 */
const BLIND_ON_DARK = [
  '#706ea6',
  '#a86bff',
  '#ffff74',
  '#7fc4ff',
  '#ff9f00',
  '#ffffff',
  '#db496f',
  '#9fe694',
  '#40bcb3',
]
const BLIND_ON_BRIGHT = [
  '#788590',
  '#6123d5',
  '#669240',
  '#3c7de5',
  '#7a1808',
  '#101a3b',
  '#6b0026',
  '#43865d',
  '#005777',
]
const SETS = {
  standard: { dark: ON_DARK, bright: ON_BRIGHT },
  'colour-blind': { dark: BLIND_ON_DARK, bright: BLIND_ON_BRIGHT },
}
export type ColourSet = keyof typeof SETS

const NIGHT: [number, number, number] = [0.78, 0.66, 0.6]
const NO_CHANGE: [number, number, number] = [1, 1, 1]

export type ShipColours = {
  groups: string[]
  other: string
  edge: string
  flag: string
  warning: string
  text: string
  halo: string
}

export function shipColours(base: BaseLayerId, palette: Palette, set: ColourSet): ShipColours {
  const isBright = base === 'BRIGHT' && palette !== 'night'
  const light = palette === 'night' ? NIGHT : NO_CHANGE
  const lit = (colour: string) => underLight(colour, light)
  return {
    groups: SETS[set][isBright ? 'bright' : 'dark'].map(lit),
    other: lit(isBright ? '#4a3d86' : '#c3b8f5'),
    edge: isBright ? '#fbfdfe' : '#05090d',
    flag: lit(isBright ? '#e1000e' : '#ff4b3e'),
    warning: lit(isBright ? '#a85300' : '#fa9a3c'),
    text: isBright ? '#1a2730' : lit('#dfe9f0'),
    halo: isBright ? '#f4f9fb' : '#060b10',
  }
}

/** A colour as the three numbers from 0 to 1 a shader takes. */
export const rgb = (colour: string): [number, number, number] => [
  Number.parseInt(colour.slice(1, 3), 16) / 255,
  Number.parseInt(colour.slice(3, 5), 16) / 255,
  Number.parseInt(colour.slice(5, 7), 16) / 255,
]
