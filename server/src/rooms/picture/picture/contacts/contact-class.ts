import { classOfFix } from '../../../../sea/station-class.ts'
import { KIND } from '../../../../sea/marks.ts'
import { NO_ROW, type ContactStore } from './contact-store.ts'

/** Returns true if a contact sends reports of a class, as far as is known: stations of class A and B under one MMSI are two. */
export function sendsClass({ kind, rows, firstRow, mmsi }: ContactStore, id: number, of: number): boolean {
  const own = kind[id]!
  if (of < 0 || own === of || (own !== KIND.CLASS_A && own !== KIND.CLASS_B)) return true
  for (let row = firstRow[id]!; row !== NO_ROW; row = rows.next[row]!) {
    const reported = classOfFix(mmsi[id]!, rows.type[row]!)
    if (reported < 0 || reported === of) return true
  }
  return false
}
