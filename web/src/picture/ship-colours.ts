import type { BaseLayerId } from '@samudra/contract/map'
import { underLight } from '../map/chart-colours.ts'
import type { Palette } from '../kit/palette.ts'

/** Colours of the nine groups, in the order of SHIP_TYPES, on a dark sea. */
const ON_DARK = [
  '#8b98a5',
  '#d38df0',
  '#f2e05a',
  '#5aa7ff',
  '#e8a06b',
  '#b9c3cc',
  '#ff6f91',
  '#5fd18a',
  '#46d5d0',
]
/** The same hues, deep enough for a bright sea. */
const ON_BRIGHT = [
  '#66727d',
  '#9a3fc4',
  '#a08b00',
  '#1b62c4',
  '#b65a17',
  '#4d5862',
  '#cf2757',
  '#17803f',
  '#0c8783',
]

const NIGHT: [number, number, number] = [0.78, 0.66, 0.6]
const NO_CHANGE: [number, number, number] = [1, 1, 1]

export type ShipColours = {
  groups: string[]
  other: string
  edge: string
  flag: string
  text: string
  halo: string
}

export function shipColours(base: BaseLayerId, palette: Palette): ShipColours {
  const isBright = base === 'BRIGHT' && palette !== 'night'
  const light = palette === 'night' ? NIGHT : NO_CHANGE
  const lit = (colour: string) => underLight(colour, light)
  return {
    groups: (isBright ? ON_BRIGHT : ON_DARK).map(lit),
    other: lit(isBright ? '#4a3d86' : '#c3b8f5'),
    edge: isBright ? '#fbfdfe' : '#05090d',
    flag: lit(isBright ? '#e1000e' : '#ff4b3e'),
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
