import type { RuleField, RuleNode } from '@samudra/contract/rules'
import { NAV_STATUS_LABELS } from '@samudra/nautical/nav-status'

type Attr = Extract<RuleNode, { k: 'attr' }>
type Timing = { for_min?: number; within_min?: number; times?: number }

export const attr = (
  field: RuleField,
  cmp: Attr['cmp'],
  value: Attr['value'],
  timing: Timing = {},
): RuleNode => ({ k: 'attr', field, cmp, value, ...timing })
export const all = (of: RuleNode[], timing: Timing = {}): RuleNode => ({ op: 'ALL', of, ...timing })
export const any = (of: RuleNode[], timing: Timing = {}): RuleNode => ({ op: 'ANY', of, ...timing })
export const none = (...of: RuleNode[]): RuleNode => ({ op: 'NONE', of })

/** Returns the same condition, also true without a reported value: unknown data suppress nothing. */
export const orUntold = (field: RuleField, cmp: Attr['cmp'], value: Attr['value']): RuleNode =>
  any([attr(field, cmp, value), attr(field, 'exists', false)])

/**
 * Condition for vessels; aircraft, coast stations, aids and locating devices do not sail. Unassigned numbers may be
 * vessels.
 */
export const SHIPS = attr('station_class', 'in', ['ship', 'craft', 'handheld', 'illegal'])

const status = (...codes: number[]) => codes.map((code) => NAV_STATUS_LABELS[code]!)
/** Statuses of a vessel that reports that it lies. */
export const LYING = status(1, 5, 6)
/** Statuses that explain a slow vessel: it lies, cannot manoeuvre, is bound to its work, or fishes. */
export const SLOW_BY_TRADE = [...LYING, ...status(2, 3, 7)]
/** Types that work where they are, come alongside and turn as they please; a vessel of unreported type may be one. */
export const HARBOUR_CRAFT = ['TUGS & SPECIAL CRAFTS']
export const RESTLESS = [...HARBOUR_CRAFT, 'FISHING', 'PLEASURECRAFT', 'HIGHSPEED', 'UNKNOWN']

/**
 * Returns the condition of a vessel that is where none can come from since its last fix: above a speed, for at least
 * some miles.
 */
export const jump = (knots: number, nm: number): RuleNode =>
  all([attr('required_speed_kn', 'gt', knots), attr('run_nm', 'gte', nm)])
/** Condition of two or more vessels under one number, distinguished by the live picture (decision 6). */
export const SHARED_NUMBER = attr('anomaly', 'eq', 'MMSI_DUPLICATE')
export const jumpedWithin = (minutes: number): RuleNode => ({
  ...jump(MOST_KN, LEAST_JUMP_NM),
  within_min: minutes,
})
/** Maximum range of stations, NM (contract D3). */
export const FARTHEST_RECEPTION_NM = 200
/**
 * Returns the condition that the number was lately received from elsewhere while the vessel was not, and not as
 * another vessel's: one of the two places is false.
 */
const inTwoPlaces = (minutes: number): RuleNode =>
  all([
    attr('heard_elsewhere', 'eq', 1, { within_min: minutes }),
    none({ ...SHARED_NUMBER, within_min: minutes }),
  ])
/**
 * Returns the condition that a way is not the vessel's: it jumped lately, is not where it reports, or shares its
 * number.
 */
export const notHers = (minutes: number): RuleNode =>
  any([
    jumpedWithin(minutes),
    attr('station_nm', 'gt', FARTHEST_RECEPTION_NM, { within_min: minutes }),
    SHARED_NUMBER,
    inTwoPlaces(minutes),
  ])
/** Returns the condition that the reported speed and the speed made good differed lately. */
export const falseSpeed = (knots: number, minutes: number): RuleNode =>
  attr('speed_misfit_kn', 'gt', knots, { within_min: minutes })

/** Maximum speed of a vessel (contract D2), and the least jump beyond errors of clocks and receivers. */
export const MOST_KN = 60
export const LEAST_JUMP_NM = 5

/** Returns the condition of a fast change of course; it also appears beside better explanations. */
export const courseChange = (degrees: number, minutes: number, knots: number): RuleNode =>
  all([
    attr('sog', 'gte', knots),
    { k: 'change', field: 'cog', delta: degrees, within_min: minutes },
    { k: 'agg', fn: 'min', of: 'sog', window_min: minutes, cmp: 'gte', value: knots },
  ])
export const speedChange = (knots: number, minutes: number): RuleNode => ({
  k: 'change',
  field: 'sog',
  delta: knots,
  within_min: minutes,
})
export const offTheReckoned = (ratio: number, nm: number): RuleNode =>
  all([attr('reckoning_miss_nm', 'gt', nm), attr('reckoning_ratio', 'gt', ratio)])
