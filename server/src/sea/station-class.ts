import { KIND, kindOfReport } from './marks.ts'

const LONG_RANGE = 27

/** Class of the stations that send a type of static report, as a kind of contact; -1 where several do. */
export function classOfStatic(type: number): number {
  if (type === 5) return KIND.CLASS_A
  return type === 19 || type === 24 ? KIND.CLASS_B : -1
}

/** Returns the class of the station that sent a position, as a kind of contact; -1 if its type does not show it. */
export function classOfFix(mmsi: number, type: number): number {
  const kind = type === LONG_RANGE ? -1 : kindOfReport(mmsi, type)
  return kind === KIND.CLASS_A || kind === KIND.CLASS_B ? kind : -1
}
