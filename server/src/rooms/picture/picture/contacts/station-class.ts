import { KIND, kindOfReport } from '../../../../sea/marks.ts'
import { NOBODY_ROW, type ContactStore } from './contact-store.ts'

const LONG_RANGE = 27

/** Class of the stations that send a type of static report, as a kind of contact; -1 where several do. */
export function classOfStatic(type: number): number {
  if (type === 5) return KIND.CLASS_A
  return type === 19 || type === 24 ? KIND.CLASS_B : -1
}

/** Class of the station that sent a position, as a kind of contact; -1 where its type does not tell. */
export function classOfFix(mmsi: number, type: number): number {
  const kind = type === LONG_RANGE ? -1 : kindOfReport(mmsi, type)
  return kind === KIND.CLASS_A || kind === KIND.CLASS_B ? kind : -1
}

/** Whether a contact sends reports of a class, as far as is known: stations of class A and B under one MMSI are two. */
export function sendsClass({ kind, rows, firstRow, mmsi }: ContactStore, id: number, of: number): boolean {
  const own = kind[id]!
  if (of < 0 || own === of || (own !== KIND.CLASS_A && own !== KIND.CLASS_B)) return true
  for (let row = firstRow[id]!; row !== NOBODY_ROW; row = rows.next[row]!) {
    const told = classOfFix(mmsi[id]!, rows.type[row]!)
    if (told < 0 || told === of) return true
  }
  return false
}
