import { encodeCpr } from './cpr.ts'
import { SIX_BIT } from './fields.ts'
import { parityOf } from './parity.ts'

/** Extended squitters and replies of the simulator and of tests, as bytes. */

function sealed(frame: Uint8Array, address = 0): Uint8Array {
  const end = frame.length - 3
  const parity = parityOf(frame, 0, end) ^ address
  frame[end] = parity >> 16
  frame[end + 1] = parity >> 8
  frame[end + 2] = parity
  return frame
}

/** `head` is the first byte: 0x8d for an airborne aircraft, 0x8c on the ground, 0x90 and up for DF18. */
function squitter(address: number, message: readonly number[], head: number): Uint8Array {
  const frame = new Uint8Array(14)
  frame[0] = head
  frame[1] = address >> 16
  frame[2] = address >> 8
  frame[3] = address
  frame.set(message, 4)
  return sealed(frame)
}

const AIRBORNE = 0x8d
const GROUNDED = 0x8c

/** Encodes the identification: call sign and emitter category such as `A3`. */
export function encodeIdentification(
  address: number,
  callSign: string,
  category = 'A3',
  head = AIRBORNE,
): Uint8Array {
  let bits = 0n
  for (const letter of callSign.toUpperCase().padEnd(8).slice(0, 8))
    bits = (bits << 6n) | BigInt(Math.max(0, SIX_BIT.indexOf(letter.charCodeAt(0))))
  const code = 4 - 'ABCD'.indexOf(category[0]!)
  const text = Array.from({ length: 6 }, (_, i) => Number((bits >> BigInt(40 - 8 * i)) & 255n))
  return squitter(address, [(code << 3) | Number(category[1]), ...text], head)
}

const cprBytes = (isOdd: boolean, lat: number, lon: number, isSurface: boolean) => {
  const at = encodeCpr(lat, lon, isOdd, isSurface)
  return [
    (isOdd ? 4 : 0) | (at.lat >> 15),
    at.lat >> 7,
    ((at.lat & 127) << 1) | (at.lon >> 16),
    at.lon >> 8,
    at.lon,
  ]
}

/** Where, in the air; feet in steps of 25, null when the altimeter is silent. */
export function encodeAirborne(
  at: { address: number; lat: number; lon: number; altitude: number | null },
  isOdd: boolean,
  head = AIRBORNE,
): Uint8Array {
  const steps = at.altitude === null ? 0 : Math.round((at.altitude + 1000) / 25)
  const altitude = at.altitude === null ? 0 : ((steps & 0x7f0) << 1) | 0x10 | (steps & 0x0f)
  const [first, ...rest] = cprBytes(isOdd, at.lat, at.lon, false)
  return squitter(at.address, [11 << 3, altitude >> 4, ((altitude & 15) << 4) | first!, ...rest], head)
}

/** Where, on the ground; whole knots up to 69. */
export function encodeSurface(
  at: { address: number; lat: number; lon: number; speed: number; track: number },
  isOdd: boolean,
): Uint8Array {
  const speed = Math.min(69, Math.round(at.speed))
  const movement = speed === 0 ? 1 : speed >= 15 ? 24 + speed : speed >= 2 ? 9 + 2 * speed : 9
  const track = Math.round((at.track * 128) / 360) & 127
  const [first, ...rest] = cprBytes(isOdd, at.lat, at.lon, true)
  const message = [
    (7 << 3) | (movement >> 4),
    ((movement & 15) << 4) | 8 | (track >> 4),
    ((track & 15) << 4) | first!,
    ...rest,
  ]
  return squitter(at.address, message, GROUNDED)
}

/** Encodes the velocity over ground: degrees true, knots, feet a minute. */
export function encodeVelocity(
  at: { address: number; speed: number; track: number; rate: number },
  head = AIRBORNE,
): Uint8Array {
  const east = Math.round(at.speed * Math.sin((at.track * Math.PI) / 180))
  const north = Math.round(at.speed * Math.cos((at.track * Math.PI) / 180))
  const isFast = Math.max(Math.abs(east), Math.abs(north)) > 1022
  const code = (knots: number) => Math.round(Math.abs(knots) / (isFast ? 4 : 1)) + 1
  const rate = Math.min(511, Math.round(Math.abs(at.rate) / 64) + 1)
  const e = code(east)
  const n = code(north)
  const message = [
    (19 << 3) | (isFast ? 2 : 1),
    (east < 0 ? 4 : 0) | (e >> 8),
    e,
    (north < 0 ? 0x80 : 0) | (n >> 3),
    ((n & 7) << 5) | (at.rate < 0 ? 8 : 0) | (rate >> 6),
    (rate & 63) << 2,
    0,
  ]
  return squitter(at.address, message, head)
}

/** A surveillance reply with the four octal digits of the squawk (DF5). */
export function encodeSquawk(address: number, squawk: number): Uint8Array {
  const frame = new Uint8Array(7)
  const digit = (n: number) => (squawk >> (9 - 3 * n)) & 7
  const [a, b, c, d] = [digit(0), digit(1), digit(2), digit(3)]
  const one = (value: number, weight: number) => (value & weight ? 1 : 0)
  const order = [
    [c, 1],
    [a, 1],
    [c, 2],
    [a, 2],
    [c, 4],
    [a, 4],
    [0, 1],
    [b, 1],
    [d, 1],
    [b, 2],
    [d, 2],
    [b, 4],
    [d, 4],
  ] as const
  const code = order.reduce((bits, [value, weight]) => (bits << 1) | one(value, weight), 0)
  frame[0] = 5 << 3
  frame[2] = code >> 8
  frame[3] = code
  return sealed(frame, address)
}

/** Encodes an all-call reply to no particular interrogator (DF11). */
export function encodeAllCall(address: number): Uint8Array {
  return sealed(Uint8Array.of(0x5d, address >> 16, address >> 8, address, 0, 0, 0))
}

/** The frame of a Beast stream around a message; `counter` counts 12 MHz. */
export function encodeBeast(message: Uint8Array, counter: number): Uint8Array {
  const out = [0x1a, message.length === 14 ? 0x33 : 0x32]
  const put = (byte: number) => out.push(...(byte === 0x1a ? [0x1a, 0x1a] : [byte]))
  for (let i = 5; i >= 0; i--) put(Math.floor(counter / 256 ** i) % 256)
  put(0x80)
  for (const byte of message) put(byte)
  return Uint8Array.from(out)
}

/** `*8D…;` */
export const encodeAvr = (message: Uint8Array): string =>
  `*${Array.from(message, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')};`

/** The fields of an SBS-1 line that are not blank. */
export type SbsFields = {
  address: number
  callSign?: string
  altitude?: number
  speed?: number
  track?: number
  lat?: number
  lon?: number
  rate?: number
  squawk?: string
  onGround?: boolean
}

/** An SBS-1 line of a type (1 to 8), without its line end. */
export function encodeSbs(type: number, of: SbsFields, at: Date, word = 'MSG'): string {
  const iso = at.toISOString()
  const date = iso.slice(0, 10).replaceAll('-', '/')
  const time = iso.slice(11, 23)
  const ground = of.onGround === undefined ? '' : of.onGround ? '-1' : '0'
  const hex = of.address.toString(16).toUpperCase().padStart(6, '0')
  const text = (value: number | string | undefined) => (value === undefined ? '' : String(value))
  return [
    word,
    type,
    1,
    1,
    hex,
    1,
    date,
    time,
    date,
    time,
    of.callSign?.padEnd(8) ?? '',
    text(of.altitude),
    text(of.speed),
    text(of.track),
    of.lat?.toFixed(5) ?? '',
    of.lon?.toFixed(5) ?? '',
    text(of.rate),
    of.squawk ?? '',
    '',
    '',
    '',
    ground,
  ].join(',')
}
