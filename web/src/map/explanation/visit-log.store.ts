import { create } from 'zustand'

/** Subject of a log of entries and exits: an area of interest, a boundary, or a vessel. */
export type LogOf = { kind: 'area' | 'boundary' | 'ship'; id: string; name: string }
/** The log of a ship: of several under one MMSI the one of a number. */
export const logOfShip = (one: { mmsi: string; split_id?: number }, name: string): LogOf => ({
  kind: 'ship',
  id: one.split_id === undefined ? one.mmsi : `${one.mmsi}.${one.split_id}`,
  name,
})
/** Which ship that is. */
export function shipOfLog({ id }: LogOf): { mmsi: string; split_id?: number } {
  const [mmsi = '', split = ''] = id.split('.')
  return /^\d{1,3}$/.test(split) ? { mmsi, split_id: Number(split) } : { mmsi }
}
/** A row of it, and when that was: the log is read from there on. */
export type LogRowAt = { id: string; at: string }

export const useVisitLog = create<{ of: LogOf | null; row: LogRowAt | null }>(() => ({ of: null, row: null }))

/** Opens the log over whatever screen is shown. */
export const openVisitLog = (of: LogOf, row: LogRowAt | null = null) => useVisitLog.setState({ of, row })
export const chooseLogRow = (row: LogRowAt) => useVisitLog.setState({ row })
/** Sets the name of the subject when only the address opened the log. */
export const nameLog = (name: string) =>
  useVisitLog.setState(({ of }) => ({ of: of === null ? null : { ...of, name } }))
export const closeVisitLog = () => useVisitLog.setState({ of: null, row: null })
