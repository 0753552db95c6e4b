import type { EvaluatedRule, RuleSchedule } from '@samudra/contract/rules'
import { zoneOf } from '@samudra/contract/zone-names'
import { instantOf } from '@samudra/nautical/instant'
import { isTrue, TRUE, type Verdict } from './verdict.ts'

const MINUTE_MS = 60_000
const DAY_MIN = 1440
const HOUR_MS = 3_600_000

/** Fields that decide when a rule is on duty. */
type OnDuty = Pick<EvaluatedRule, 'schedule' | 'valid_from' | 'valid_to' | 'repeat_yearly'>

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Returns a function for the lead of a zone's clocks, ms; it queries the calendar once per hour of time. */
function offsets(zone: string): (at: number) => number {
  if (zone === 'UTC') return () => 0
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const known = new Map<number, number>()
  return (at) => {
    const hour = Math.floor(at / HOUR_MS)
    const offset = known.get(hour)
    if (offset !== undefined) return offset
    if (known.size > 10_000) known.clear()
    const local = Date.parse(`${format.format(hour * HOUR_MS).replace(', ', 'T')}Z`)
    known.set(hour, local - hour * HOUR_MS)
    return local - hour * HOUR_MS
  }
}

/** Returns a test of the hours of a rule at an instant; a span that ends before it begins crosses midnight. */
function hours({ zone, days, from, to }: RuleSchedule): (at: number) => boolean {
  const offsetOf = offsets(zoneOf(zone))
  const [first, last] = [from === undefined ? 0 : minutesOf(from), to === undefined ? DAY_MIN : minutesOf(to)]
  return (at) => {
    const local = at + offsetOf(at)
    const minute = Math.floor(local / MINUTE_MS) % DAY_MIN
    const isOver = last <= first
    const isIn = isOver ? minute >= first || minute < last : minute >= first && minute < last
    if (!isIn) return false
    // After midnight the day on which the span began decides.
    const day = new Date(isOver && minute < last ? local - DAY_MIN * MINUTE_MS : local).getUTCDay()
    return days === undefined || days.includes(day)
  }
}

/** Returns a test of the validity of a rule at an instant; a yearly rule is valid in every year. */
function validity({ valid_from, valid_to, repeat_yearly }: OnDuty): (at: number) => boolean {
  const from = valid_from === undefined ? -Infinity : instantOf(valid_from)
  const to = valid_to === undefined ? Infinity : instantOf(valid_to)
  if (repeat_yearly !== true || !Number.isFinite(from) || !Number.isFinite(to))
    return (at) => at >= from && at <= to
  return (at) => {
    if (at < from) return false
    const years = new Date(at).getUTCFullYear() - new Date(from).getUTCFullYear()
    return [years - 1, years].some((by) => by >= 0 && at >= later(from, by) && at <= later(to, by))
  }
}
function later(at: number, years: number): number {
  const date = new Date(at)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.getTime()
}

/** Returns a test of whether a rule is on duty; `isNight` reports night at the vessel's position at the instant. */
export function onDuty(rule: OnDuty): (at: number, isNight: () => Verdict) => Verdict {
  const isValid = validity(rule)
  const isHour = rule.schedule === undefined ? () => true : hours(rule.schedule)
  const light = rule.schedule?.light
  return (at, isNight) => {
    if (!isValid(at) || !isHour(at)) return isTrue(false)
    if (light === undefined) return TRUE
    const night = isNight()
    return light === 'NIGHT' ? night : ((2 - night) as Verdict)
  }
}
