import { SEXTET_OF } from '@samudra/nautical/ais/sixbit'

/**
 * Returns the reception time of a recorded line, epoch ms: its tag block, or the UTC of a base station (type 4); else
 * null.
 */
export function timeOfLine(line: string): number | null {
  if (line.startsWith('\\')) {
    const found = /[\\,]c:(\d{9,13})/.exec(line)
    if (found) return found[1]!.length > 10 ? Number(found[1]) : Number(found[1]) * 1000
  }
  const payload = /!..VD[MO],1,1,\d?,[AB12]?,(4[^,]{27})/.exec(line)?.[1]
  return payload === undefined ? null : baseStationTime(payload)
}

/** Year 38-51, month 52-55, day 56-60, hour 61-65, minute 66-71, second 72-77 (M.1371-5, table 51). */
function baseStationTime(payload: string): number | null {
  const bits = (from: number, count: number) => {
    let value = 0
    for (let bit = from; bit < from + count; bit++) {
      const sextet = SEXTET_OF[payload.charCodeAt(Math.floor(bit / 6))]!
      value = value * 2 + ((sextet >> (5 - (bit % 6))) & 1)
    }
    return value
  }
  const year = bits(38, 14)
  const month = bits(52, 4)
  const day = bits(56, 5)
  const hour = bits(61, 5)
  const minute = bits(66, 6)
  const second = bits(72, 6)
  const isTime =
    year >= 1990 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60
  return isTime ? Date.UTC(year, month - 1, day, hour, minute, second) : null
}
