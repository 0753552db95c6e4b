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

/** The same, and true of who does not tell: what nobody knows keeps nothing back. */
export const orUntold = (field: RuleField, cmp: Attr['cmp'], value: Attr['value']): RuleNode =>
  any([attr(field, cmp, value), attr(field, 'exists', false)])

/** Of ships; aircraft, coast stations, aids and locating devices do not sail. Numbers of nobody may be ships. */
export const SHIPS = attr('station_class', 'in', ['ship', 'craft', 'handheld', 'illegal'])

const status = (...codes: number[]) => codes.map((code) => NAV_STATUS_LABELS[code]!)
/** Who says that she lies. */
export const LYING = status(1, 5, 6)
/** Who says why she is slow: she lies, cannot manoeuvre, is bound to her work, or fishes. */
export const SLOW_BY_TRADE = [...LYING, ...status(2, 3, 7)]
/** They work where they are, come alongside and turn as they please; who does not say what she is may be one. */
export const HARBOUR_CRAFT = ['TUGS & SPECIAL CRAFTS']
export const RESTLESS = [...HARBOUR_CRAFT, 'FISHING', 'PLEASURECRAFT', 'HIGHSPEED', 'UNKNOWN']

/** She was where no ship can come from since her last fix: above a speed, over some miles. */
export const jump = (knots: number, nm: number): RuleNode =>
  all([attr('required_speed_kn', 'gt', knots), attr('run_nm', 'gte', nm)])
/** Two or more ships under her number, told apart by the live picture (decision 6). */
export const SHARED_NUMBER = attr('anomaly', 'eq', 'MMSI_DUPLICATE')
export const jumpedWithin = (minutes: number): RuleNode => ({
  ...jump(MOST_KN, LEAST_JUMP_NM),
  within_min: minutes,
})
/** Stations hear so far and no farther, NM (contract D3). */
export const FARTHEST_RECEPTION_NM = 200
/** Lately her number was heard from elsewhere while she was not, and not as another ship's: one of the two places is false. */
const inTwoPlaces = (minutes: number): RuleNode =>
  all([
    attr('heard_elsewhere', 'eq', 1, { within_min: minutes }),
    none({ ...SHARED_NUMBER, within_min: minutes }),
  ])
/** Not a way of hers: she jumped lately, is not where she says, or shares her number. */
export const notHers = (minutes: number): RuleNode =>
  any([
    jumpedWithin(minutes),
    attr('station_nm', 'gt', FARTHEST_RECEPTION_NM, { within_min: minutes }),
    SHARED_NUMBER,
    inTwoPlaces(minutes),
  ])
/** What she reports and what she made good differed lately. */
export const falseSpeed = (knots: number, minutes: number): RuleNode =>
  attr('speed_misfit_kn', 'gt', knots, { within_min: minutes })

/** No ship goes faster, contract D2; and shorter jumps are what clocks and receivers are wrong by. */
export const MOST_KN = 60
export const LEAST_JUMP_NM = 5

/** So fast a change of course and of speed; also named beside what explains them better. */
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
