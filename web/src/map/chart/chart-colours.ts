import type { BaseLayerId } from '@samudra/contract/map'
import { legible } from '../../kit/theme/contrast.ts'
import type { Palette } from '../../kit/theme/colour-palette.ts'

export type ChartColours = {
  /** From the deepest to the shallowest, darkest to lightest. */
  ocean: [string, string, string, string]
  land: string
  coast: string
  border: string
  grid: string
  seaLabel: string
  label: string
  city: string
  port: string
  halo: string
}

const DARK: ChartColours = {
  ocean: ['#071019', '#0a1724', '#0d2030', '#11293c'],
  land: '#1b2229',
  coast: '#4a6072',
  border: '#5b5248',
  grid: '#24384a',
  seaLabel: '#4b7396',
  label: '#8fa3b3',
  city: '#a9b6c0',
  port: '#b89a5e',
  halo: '#0a121b',
}

const BRIGHT: ChartColours = {
  ocean: ['#a4cbe4', '#b4d6ea', '#c6e1f0', '#d8edf6'],
  land: '#f3ecd2',
  coast: '#6f6a4f',
  border: '#a08a7a',
  grid: '#8fb4c9',
  seaLabel: '#3f7599',
  label: '#3a4147',
  city: '#33383c',
  port: '#8a3fa0',
  halo: '#fdfbf2',
}

/** The bright chart by night: the same order of tones, dim, with light names, since dark ones would drown. */
const BRIGHT_BY_NIGHT: ChartColours = {
  ocean: ['#141c22', '#182229', '#1d2930', '#233138'],
  land: '#383126',
  coast: '#6b5f49',
  border: '#5d5040',
  grid: '#2f3c44',
  seaLabel: '#6f7f88',
  label: '#a3937a',
  city: '#ab9a80',
  port: '#9c7a9f',
  halo: '#14110c',
}

const IMAGERY: ChartColours = {
  ...DARK,
  coast: '#c8d8e2',
  border: '#a39a8c',
  grid: '#7d99ab',
  seaLabel: '#9fd0ee',
  label: '#d6e1e8',
  city: '#dfe7ec',
  halo: '#0a121b',
}

const BASES: Record<BaseLayerId, ChartColours> = { 'WORLD IMAGERY': IMAGERY, DARK, BRIGHT }

/** Brightness that a palette leaves to each channel; night leaves most red, which spares dark-adapted eyes. */
const LIGHT: Record<BaseLayerId, Record<Palette, [number, number, number]>> = {
  'WORLD IMAGERY': { day: [1, 1, 1], dusk: [0.92, 0.92, 0.92], night: [0.6, 0.48, 0.38] },
  DARK: { day: [1.22, 1.22, 1.22], dusk: [1, 1, 1], night: [0.66, 0.48, 0.38] },
  BRIGHT: { day: [1, 1, 1], dusk: [0.9, 0.9, 0.9], night: [1, 1, 1] },
}

export function chartColours(base: BaseLayerId, palette: Palette): ChartColours {
  const light = LIGHT[base][palette]
  const colours = base === 'BRIGHT' && palette === 'night' ? BRIGHT_BY_NIGHT : BASES[base]
  const lit = Object.entries(colours).map(([name, colour]) => [
    name,
    Array.isArray(colour) ? colour.map((one) => underLight(one, light)) : underLight(colour, light),
  ])
  const chosen = Object.fromEntries(lit) as ChartColours
  return palette === 'night' ? { ...chosen, ...namesByNight(chosen) } : chosen
}

/** The light of the instruments by night: names that would drown go towards it until they can be read. */
const NIGHT_LIGHT = '#e0a468'
function namesByNight({ ocean, land, halo, ...names }: ChartColours) {
  const readable = (colour: string) => legible(colour, NIGHT_LIGHT, [...ocean, land, halo])
  return {
    seaLabel: readable(names.seaLabel),
    label: readable(names.label),
    city: readable(names.city),
    port: readable(names.port),
  }
}

/** A `#rrggbb` colour with each channel scaled. */
export function underLight(colour: string, light: readonly [number, number, number]): string {
  return `#${light
    .map((share, i) => {
      const channel = Number.parseInt(colour.slice(1 + i * 2, 3 + i * 2), 16)
      return Math.min(255, Math.round(channel * share))
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
}
