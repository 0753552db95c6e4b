import { nearestX, reckonedSeconds, stepLeft } from './reckon.ts'

/**
 * Contact as the GPU reads it: 40 bytes in ten words. Times are seconds after the epoch of the store, which keeps them
 * exact in 32 bits for days.
 * 0, 1: x and y in unsigned fixed point. x is in 2^-32 of the world, so that differences wrap at the antimeridian; y
 * is in 2^-31.
 * 2, 3: velocity in mercator units a second. 4: observed.
 * 5, 6, 7: remaining step when the fix arrived, and its start.
 * 8: angle in 2^-16 turns and length in metres (two u16).
 * 9: beam, group, symbol and flags (four u8).
 */
export const WORDS = 10
export const STRIDE = WORDS * 4
export const X_SCALE = 2 ** 32
export const Y_SCALE = 2 ** 31

export const WORD = {
  x: 0,
  y: 1,
  vx: 2,
  vy: 3,
  observed: 4,
  stepX: 5,
  stepY: 6,
  stepAt: 7,
  shape: 8,
  look: 9,
} as const
export const LOOK = { beam: 36, group: 37, symbol: 38, flags: 39 } as const

/** Flag of a known angle; the five flags of the contract take bits 0 to 4. */
export const HAS_ANGLE = 32

/** Symbols, in the order of the atlas. Index 0 is an empty place. */
export const SYMBOLS = [
  'nothing',
  'dot',
  'shipA',
  'shipB',
  'drifting',
  'anchored',
  'moored',
  'baseStation',
  'aton',
  'sarAircraft',
  'locatingDevice',
  'flag',
] as const
export type SymbolName = (typeof SYMBOLS)[number]
export const symbolIndex = (name: SymbolName) => SYMBOLS.indexOf(name)

/** The same bytes under the three widths they are read in. */
export type Rows = { bytes: Uint8Array<ArrayBuffer>; u32: Uint32Array; f32: Float32Array; u16: Uint16Array }

export function rowsOver(buffer: ArrayBuffer): Rows {
  return {
    bytes: new Uint8Array(buffer),
    u32: new Uint32Array(buffer),
    f32: new Float32Array(buffer),
    u16: new Uint16Array(buffer),
  }
}

/** Where row `i` is drawn at `now` (seconds after the epoch): its fix, carried forward, with what is left of its step. */
export function drawnPlace(rows: Rows, i: number, now: number, out: { x: number; y: number }) {
  const at = i * WORDS
  const { u32, f32 } = rows
  const seconds = reckonedSeconds(now - f32[at + WORD.observed]!)
  const left = stepLeft(now - f32[at + WORD.stepAt]!)
  out.x = u32[at]! / X_SCALE + f32[at + WORD.vx]! * seconds + f32[at + WORD.stepX]! * left
  out.y = u32[at + 1]! / Y_SCALE + f32[at + WORD.vy]! * seconds + f32[at + WORD.stepY]! * left
  out.x -= Math.floor(out.x)
}

/** The step from one drawn place to another, the nearer way round. */
export const stepBetween = (
  from: { x: number; y: number },
  to: { x: number; y: number },
): [number, number] => [nearestX(from.x - to.x), from.y - to.y]
