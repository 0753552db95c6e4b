import {
  encodeAidToNavigation,
  encodeBaseStation,
  encodeClassBExtended,
  encodeClassBPosition,
  encodeLongRange,
  encodePosition,
  encodeSarAircraft,
} from '@samudra/nautical/ais/encode'
import type { SentenceOptions } from '@samudra/nautical/ais/encode-sentences'
import { rotDegreesPerMinute } from '@samudra/nautical/ais/rate-of-turn'
import { BIT_ACCURACY, BIT_RAIM, SHIFT_RADIO_CHANNEL } from '@samudra/nautical/ais/columns'
import type { PassedFix } from '../passed-fix.ts'

const CHANNELS = ['', 'A', 'B', ''] as const
/** Turning at more than 5 degrees in 30 s, how fast is not known. */
const TURNING = 127

/** Sentences with tag blocks: `c` the time in milliseconds, `s` the source and after a slash the station. */
export async function* writeNmea(fixes: AsyncIterable<PassedFix[]>): AsyncGenerator<string> {
  let sequence = 0
  for await (const batch of fixes)
    yield batch
      .map((fix) =>
        sentencesOf(fix, sequence++ % 10)
          .map((one) => `${one}\r\n`)
          .join(''),
      )
      .join('')
}

function sentencesOf(fix: PassedFix, sequenceId: number): string[] {
  const at = new Date(fix.at)
  const options: SentenceOptions = {
    tagBlock: { c: fix.at, s: `${fix.source ?? ''}/${fix.station ?? ''}` },
    radioChannel: CHANNELS[(fix.bits >> SHIFT_RADIO_CHANNEL) & 3]!,
    sequenceId,
  }
  const common = {
    mmsi: fix.mmsi,
    lat: fix.lat,
    lon: fix.lon,
    sog: fix.sog,
    cog: fix.cog,
    trueHeading: fix.heading,
    accuracy: (fix.bits & BIT_ACCURACY) !== 0,
    raim: (fix.bits & BIT_RAIM) !== 0,
    second: at.getUTCSeconds(),
  }
  switch (fix.type) {
    case 4:
    case 11:
      return encodeBaseStation({ ...common, ...clock(at), type: fix.type }, options)
    case 9:
      return encodeSarAircraft(common, options)
    case 18:
      return encodeClassBPosition(common, options)
    case 19:
      return encodeClassBExtended(common, options)
    case 21:
      return encodeAidToNavigation(common, options)
    case 27:
      return encodeLongRange({ ...common, navStatus: fix.navStatus }, options)
    default:
      return encodePosition(
        {
          ...common,
          type: fix.type === 2 || fix.type === 3 ? fix.type : 1,
          navStatus: fix.navStatus,
          ...turnOf(fix.rot),
        },
        options,
      )
  }
}

function turnOf(rot: number | null) {
  if (rot === null) return { rot: null }
  if (Math.abs(rot) === TURNING) return { turning: rot > 0 ? ('starboard' as const) : ('port' as const) }
  return { rot: rotDegreesPerMinute(rot) }
}

const clock = (at: Date) => ({
  year: at.getUTCFullYear(),
  month: at.getUTCMonth() + 1,
  day: at.getUTCDate(),
  hour: at.getUTCHours(),
  minute: at.getUTCMinutes(),
  second: at.getUTCSeconds(),
})
