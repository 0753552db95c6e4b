import { setTimeout as sleep } from 'node:timers/promises'
import type { BusListener, Place } from '../../needs/bus.ts'

const AGAIN_MS = 500

/** Passes a message to its listener; a listener that fails still receives the next one. */
export async function received(
  hearer: BusListener,
  payload: Uint8Array,
  place: Place,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    await hearer.onMessage(payload, place)
  } catch (error) {
    report(error)
  }
}

/** Has a hearer read afresh, until it has. */
export async function takenUp(
  hearer: BusListener,
  place: Place,
  { signal, report }: { signal: AbortSignal; report: (error: unknown) => void },
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false)
    try {
      return await hearer.lost(place)
    } catch (error) {
      if (isFirst) report(error)
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
}
