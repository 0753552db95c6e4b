import type { SendLimits } from './peer-link.ts'

/** People from whom on pictures are sent small. */
const MANY = 4

/** Returns the limits of what one window sends to each other one: less for many people, least on a thin line. */
export function limitsFor(people: number, isThin: boolean): SendLimits {
  // Opus is clear at 24 kbit/s and usable at 16; with headers one voice fits into 64 kbit/s (RFC 7587, section 3.1.1).
  if (isThin) return { audioBps: 16_000, videoBps: 80_000, videoFps: 8, scaleDown: 4 }
  if (people >= MANY) return { audioBps: 24_000, videoBps: 150_000, videoFps: 15, scaleDown: 2 }
  return { audioBps: 32_000, videoBps: 600_000, videoFps: 20, scaleDown: 1 }
}
