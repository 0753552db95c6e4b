import { FLAGS, KINDS } from '@samudra/contract/picture'
import { isIllegalMmsi } from '@samudra/nautical/mmsi'

/** The bits of `flags`, in the order of the contract. */
export const FLAG = Object.fromEntries(FLAGS.map((name, bit) => [name, 1 << bit])) as Record<
  (typeof FLAGS)[number],
  number
>
/** Places in the list of kinds. */
export const KIND = Object.fromEntries(KINDS.map((name, index) => [name, index])) as Record<
  (typeof KINDS)[number],
  number
>

/**
 * Returns the kind of a contact, by the type of its report and its MMSI (ITU-R M.585-9: 970 SART, 972 MOB, 974
 * EPIRB).
 */
export function kindOfReport(mmsi: number, type: number): number {
  const head = Math.floor(mmsi / 1_000_000)
  if (head === 970 || head === 972 || head === 974) return KIND.LOCATING_DEVICE
  if (type === 4 || type === 11) return KIND.BASE_STATION
  if (type === 21) return KIND.ATON
  if (type === 9) return KIND.SAR_AIRCRAFT
  if (type === 18 || type === 19 || type === 24) return KIND.CLASS_B
  return KIND.CLASS_A
}

export const illegalMmsiFlag = (mmsi: number, type: number): number =>
  isIllegalMmsi(mmsi, type) === null ? 0 : FLAG.ILLEGAL_MMSI
