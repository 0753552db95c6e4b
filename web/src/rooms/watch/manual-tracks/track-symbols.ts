import { isOfExercise } from '@samudra/nautical/sidc'
import { fetchCode } from '../../../kit/pages/fetch-code.ts'
import { toast } from '../../../kit/toasts.ts'
import type { Palette } from '../../../kit/theme/colour-palette.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { exerciseInk, groundOf, type Ground } from './exercise-ink.ts'

const SIZE = 20
/** Symbols are rasterised twice as fine as they are shown, for dense screens. */
const FINE = 2

/**
 * Frames of civilian, friend, hostile, neutral, unknown and suspect: hues of the standard, toned down so that they do not
 * outshine alarms, and dim by night.
 */
const FRAMES: Record<Palette, readonly [string, string, string, string, string, string]> = {
  day: ['#e3b5ff', '#9bd7f5', '#f5a3a6', '#b5e6ad', '#efe7a8', '#f7cfa0'],
  dusk: ['#b98ad6', '#6fb4dc', '#dc7f85', '#83c48b', '#c9bd79', '#d6a26c'],
  night: ['#6d5278', '#4d6c7d', '#8a4a46', '#566f4a', '#7d6f40', '#86623f'],
}

/** White and black inside symbols do not know the night. */
const SHADE = 'rgb(20 8 0 / 38%)'

export const imageOf = (sidc: string, ground: Ground): string =>
  `sidc:${ground.palette}:${groundOf(ground)}:${sidc}`

type Milsymbol = typeof import('milsymbol').default
let library: Promise<Milsymbol> | null = null
/** Symbology is large and fetched with the first symbol. */
const load = () =>
  (library ??= fetchCode(() => import('milsymbol')).then(
    (module) => module.default,
    (error: Error) => {
      library = null
      toast(error.message, 'bad')
      throw error
    },
  ))

/** A symbol as pixels with its anchor in the middle. */
function drawn(ms: Milsymbol, sidc: string, ground: Ground): ImageData {
  const { palette } = ground
  const all = (ink: string) => ms.ColorMode(ink, ink, ink, ink, ink, ink)
  const symbol = new ms.Symbol(sidc, {
    size: SIZE,
    colorMode: ms.ColorMode(...FRAMES[palette]),
    ...(isOfExercise(sidc) ? { frameColor: all(exerciseInk(ground)) } : {}),
    outlineColor: palette === 'night' ? '#000000' : '#0a121b',
    outlineWidth: 2,
  })
  const canvas = symbol.asCanvas(FINE)
  const { x, y } = symbol.getAnchor()
  const half = Math.ceil(Math.max(x * FINE, canvas.width - x * FINE, y * FINE, canvas.height - y * FINE))
  const centred = document.createElement('canvas')
  centred.width = half * 2
  centred.height = half * 2
  const context = centred.getContext('2d')!
  context.drawImage(canvas, half - x * FINE, half - y * FINE)
  if (palette === 'night') {
    context.globalCompositeOperation = 'source-atop'
    context.fillStyle = SHADE
    context.fillRect(0, 0, half * 2, half * 2)
  }
  return context.getImageData(0, 0, half * 2, half * 2)
}

/** Gives a chart the images of symbols, each once. */
export async function bringSymbols(chart: Chart, codes: Iterable<string>, ground: Ground): Promise<void> {
  const missing = [...new Set(codes)].filter((sidc) => !chart.hasImage(imageOf(sidc, ground)))
  if (missing.length === 0) return
  const ms = await load()
  for (const sidc of missing)
    if (!chart.hasImage(imageOf(sidc, ground)))
      chart.addImage(imageOf(sidc, ground), drawn(ms, sidc, ground), { pixelRatio: FINE })
}

/** A symbol for a page, as the address of an image. */
export async function symbolAddress(sidc: string, palette: Palette): Promise<string> {
  const ms = await load()
  return new ms.Symbol(sidc, { size: SIZE + 6, colorMode: ms.ColorMode(...FRAMES[palette]) }).toDataURL()
}
