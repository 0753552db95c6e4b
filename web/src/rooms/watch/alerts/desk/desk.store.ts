import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'

/** How this desk is told of alerts; it is of the browser, whoever sits here. */
type Desk = {
  /** Epoch ms until which no alert sounds here but critical ones; 0 for none. */
  silentUntil: number
  /** Whether the browser tells of grave alerts while this window is not looked at. */
  isTold: boolean
  /** Whether the next alert opens after a decision. */
  opensNext: boolean
}
export const useDesk = create<Desk>(() => ({ silentUntil: 0, isTold: false, opensNext: true }))
keepStore(useDesk, {
  name: 'alert.desk',
  of: 'browser',
  read: ({ silentUntil, isTold, opensNext }) => ({ silentUntil, isTold, opensNext }),
  restore: ({ silentUntil, isTold, opensNext }) => ({
    // A clock that was set about silences nobody for longer than a watch.
    silentUntil: typeof silentUntil === 'number' && silentUntil < Date.now() + LONGEST_MS ? silentUntil : 0,
    isTold: isTold === true,
    opensNext: opensNext !== false,
  }),
})
/** For so many minutes a desk may be silent. */
export const SILENT_MIN = [15, 60, 240] as const
const LONGEST_MS = 4 * 3_600_000

export const silence = (minutes: number) => useDesk.setState({ silentUntil: Date.now() + minutes * 60_000 })
export const sound = () => useDesk.setState({ silentUntil: 0 })

/** Asks the browser; false when it does not allow it. Needs a click. */
export async function notifyOutside(isTold: boolean): Promise<boolean> {
  if (!isTold || !('Notification' in window)) {
    useDesk.setState({ isTold: false })
    return !isTold
  }
  const isAllowed = (await Notification.requestPermission()) === 'granted'
  useDesk.setState({ isTold: isAllowed })
  return isAllowed
}
