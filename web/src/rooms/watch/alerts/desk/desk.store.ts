import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'

/** Alert settings of this desk; they belong to the browser, not to its user. */
type Desk = {
  /** Epoch ms until which no alert sounds here but critical ones; 0 for none. */
  silentUntil: number
  /** True if the browser notifies of critical and high alerts while this window is hidden. */
  isNotified: boolean
  /** True if the next alert opens after a decision. */
  opensNext: boolean
}
export const useDesk = create<Desk>(() => ({ silentUntil: 0, isNotified: false, opensNext: true }))
keepStore(useDesk, {
  name: 'alert.desk',
  of: 'browser',
  read: ({ silentUntil, isNotified, opensNext }) => ({ silentUntil, isNotified, opensNext }),
  restore: ({ silentUntil, isNotified, opensNext }) => ({
    // A changed clock silences the desk for no longer than a watch.
    silentUntil: typeof silentUntil === 'number' && silentUntil < Date.now() + LONGEST_MS ? silentUntil : 0,
    isNotified: isNotified === true,
    opensNext: opensNext !== false,
  }),
})
/** For so many minutes a desk may be silent. */
export const SILENT_MIN = [15, 60, 240] as const
const LONGEST_MS = 4 * 3_600_000

export const silence = (minutes: number) => useDesk.setState({ silentUntil: Date.now() + minutes * 60_000 })
export const sound = () => useDesk.setState({ silentUntil: 0 })

/** Requests the browser's permission; false when it is denied. Needs a click. */
export async function notifyOutside(isNotified: boolean): Promise<boolean> {
  if (!isNotified || !('Notification' in window)) {
    useDesk.setState({ isNotified: false })
    return !isNotified
  }
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  useDesk.setState({ isNotified: isAllowed })
  return isAllowed
}
