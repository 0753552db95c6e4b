import { bitsOf, groups, readFields, restOfText } from '../field-table.ts'
import type { Layout, Readings } from '../field-table.ts'
import type { PayloadReader } from '../payload-reader.ts'

/** Kinds of application in the tables of applications-imo.ts and applications-regional.ts. */
export type ApplicationKind =
  | 'aidMonitoring'
  | 'airDraught'
  | 'applicationAcknowledgement'
  | 'arrivalAtLock'
  | 'arrivalGranted'
  | 'berthing'
  | 'bridgeClearance'
  | 'capabilityInterrogation'
  | 'capabilityReply'
  | 'clearanceToEnterPort'
  | 'dangerousCargo'
  | 'fairwayClosed'
  | 'functionInterrogation'
  | 'inlandPersonsOnBoard'
  | 'inlandShip'
  | 'meteoHydro'
  | 'personsOnBoard'
  | 'satelliteShipWeather'
  | 'seawayLockTimes'
  | 'seawayLockage'
  | 'seawayVersion'
  | 'seawayWaterFlow'
  | 'seawayWaterLevel'
  | 'seawayWeather'
  | 'seawayWind'
  | 'shipAndVoyage'
  | 'shipWeather'
  | 'signalStatus'
  | 'textDescription'
  | 'textTelegram'
  | 'tidalWindow'
  | 'trafficSignal'
  | 'waterLevels'
  | 'weatherWarning'

/** Content of an application: degrees, knots, metres, UTC, unless the name of a field states otherwise. */
export type ApplicationContent = { kind: ApplicationKind } & Readings

/** Application under a DAC and FI, by its table: the bits after the application identifier. */
export type Application = {
  readonly kind: ApplicationKind
  readonly dacs: readonly number[]
  readonly fi: number
  /** Among several under one DAC and FI: the value of bits from the beginning on. */
  readonly where?: { readonly at: number; readonly bits: number; readonly is: number }
  readonly fields: Layout
  /** Length of the fields. */
  readonly fixed: number
  /** Total lengths other than that of the fields, where spare bits at the end are left out or added. */
  readonly lengths?: readonly number[]
  /** Groups that follow the fields, from the fewest to the most. */
  readonly list?: {
    readonly name: string
    readonly of: Layout
    readonly least: number
    readonly most: number
  }
  /** A text of one character or more that follows the fields. */
  readonly restOfText?: string
}

/** Returns a function that writes the tables of one or more DACs. */
export const tablesOf =
  (...dacs: readonly number[]) =>
  (kind: ApplicationKind, fi: number, fields: Layout, more: Partial<Application> = {}): Application => ({
    kind,
    dacs,
    fi,
    fields,
    fixed: bitsOf(fields),
    ...more,
  })

/** Senders fill up the last byte, and some append one. */
export const PADDING = 16
/** Some receivers append what ends a frame: its check and a flag. */
const FRAME_END = 24
/** Between groups shorter than that only what fills up a byte. */
const FILL = 8

/** Returns the number of groups of a length; -1 when bits are left that are no padding. */
function countOf(bits: number, each: number): number {
  if (bits < 0) return -1
  const count = Math.floor(bits / each)
  return bits - count * each < Math.min(PADDING, Math.max(FILL, each - FILL)) ? count : -1
}

/** Returns true if a number of bits is an application of this table, with any padding. */
function isOfLength({ fixed, lengths, list, restOfText: rest }: Application, bits: number): boolean {
  if (rest !== undefined) return bits >= fixed + 6
  if (list !== undefined) {
    const count = countOf(bits - fixed, bitsOf(list.of))
    return count >= list.least && count <= list.most
  }
  return (lengths ?? [fixed]).some(
    (length) => bits >= length && bits <= Math.ceil(length / 8) * 8 + FRAME_END,
  )
}

/** The application between two places; null when the bits are none of these tables. */
export function readApplication(
  tables: readonly Application[],
  p: PayloadReader,
  start: number,
  end: number,
): ApplicationContent | null {
  for (const table of tables) {
    const { kind, where, fields, fixed, list, restOfText: rest } = table
    if (!isOfLength(table, end - start)) continue
    if (where !== undefined && p.unsigned(start + where.at, where.bits) !== where.is) continue
    const content: ApplicationContent = { kind }
    readFields(p, start, fields, content)
    const at = start + fixed
    if (rest !== undefined) content[rest] = restOfText(p, at, end)
    if (list !== undefined) content[list.name] = groups(p, at, end, list.of)
    return content
  }
  return null
}
