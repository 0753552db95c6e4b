import { isValidImo } from '@samudra/nautical/imo'
import { likeness } from './name-likeness.ts'
import type { StaticFields } from './static-fields.ts'
import type { StaticReport } from './topics.ts'

/** Below this likeness two names are of two vessels. */
export const LIKE = 0.7
/** Differences of length beyond both are of two hulls, metres and share. */
const LENGTH_M = 10
const LENGTH_SHARE = 0.2
/** Shorter call signs are no call signs. */
const CALL_SIGN_LENGTH = 3

/** Static data that distinguish stations; null where unknown. */
export type StaticIdentity = Pick<
  StaticReport,
  'name' | 'callSign' | 'imo' | 'toBow' | 'toStern' | 'toPort' | 'toStarboard'
>
export const IDENTITY_FIELDS = [
  'name',
  'callSign',
  'imo',
  'toBow',
  'toStern',
  'toPort',
  'toStarboard',
] as const satisfies readonly (keyof StaticIdentity)[]

/** Returns the identity in stored static data. */
export function identityOf(fields: StaticFields | undefined): StaticIdentity {
  const of = (field: (typeof IDENTITY_FIELDS)[number]) => fields?.[field]?.value ?? null
  return Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, of(field)])) as StaticIdentity
}

export const identityOfReport = (report: StaticReport): StaticIdentity =>
  Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, report[field]])) as StaticIdentity

export const hasIdentity = (one: StaticIdentity): boolean =>
  IDENTITY_FIELDS.some((field) => one[field] !== null)

/** Number of particulars that agree and that differ; what one of two does not know counts as neither. */
export function compareIdentities(one: StaticIdentity, other: StaticIdentity) {
  const compared = [namesAgree, callSignsAgree, imosAgree, hullsAgree].map((agree) => agree(one, other))
  return {
    agree: compared.filter((same) => same === true).length,
    differ: compared.filter((same) => same === false).length,
  }
}

/** True of two vessels: two particulars or more differ, and none agrees. A vessel renamed or renumbered keeps some. */
export function areTwoVessels(one: StaticIdentity, other: StaticIdentity): boolean {
  const { agree, differ } = compareIdentities(one, other)
  return agree === 0 && differ >= 2
}

const namesAgree = ({ name: a }: StaticIdentity, { name: b }: StaticIdentity) =>
  a === null || b === null ? null : likeness(a, b) >= LIKE

function callSignsAgree({ callSign: a }: StaticIdentity, { callSign: b }: StaticIdentity) {
  if (a === null || b === null || Math.min(a.length, b.length) < CALL_SIGN_LENGTH) return null
  return a === b
}

const imosAgree = ({ imo: a }: StaticIdentity, { imo: b }: StaticIdentity) =>
  a === null || b === null || !isValidImo(a) || !isValidImo(b) ? null : a === b

/** Compares hulls: they agree only in all four distances; a nearly equal length decides nothing. */
function hullsAgree(one: StaticIdentity, other: StaticIdentity): boolean | null {
  const [a, b] = [lengthOf(one), lengthOf(other)]
  if (a === 0 || b === 0) return null
  if (
    one.toBow === other.toBow &&
    one.toStern === other.toStern &&
    one.toPort === other.toPort &&
    one.toStarboard === other.toStarboard
  )
    return true
  return Math.abs(a - b) > Math.max(LENGTH_M, LENGTH_SHARE * Math.max(a, b)) ? false : null
}
const lengthOf = ({ toBow, toStern }: StaticIdentity) => (toBow ?? 0) + (toStern ?? 0)
