import { expect, test } from 'vitest'
import { detectedRow, NO_PARTICULARS, sameCall, type CallRow } from './call-row.ts'
import type { DetectedCall } from './port-call.ts'

const HOUR = 3_600_000
const ARRIVAL = Date.UTC(2026, 0, 5, 10)
const detected = (enteredAt: number, more: Partial<DetectedCall> = {}): DetectedCall => ({
  portId: 'INCOK',
  enteredAt,
  state: 'ANCHORED',
  anchoredAt: enteredAt + HOUR,
  berthedAt: null,
  departedAt: null,
  confidence: 3,
  isAlreadyThere: false,
  place: { lat: 9.97, lon: 76.2 },
  fixIds: [1],
  sources: [1],
  ...more,
})
const stored = (found: DetectedCall): CallRow =>
  detectedRow(undefined, found, {
    mmsi: 419000001,
    split: 0,
    at: found.enteredAt,
    particulars: NO_PARTICULARS,
    from: 'LIVE',
  })!

test('a vessel at anchor has one call, although its arrival is found later than before', () => {
  const call = stored(detected(ARRIVAL))
  expect(sameCall(detected(ARRIVAL + HOUR), [call])).toBe(call)
  expect(sameCall(detected(ARRIVAL + HOUR, { portId: 'LKCMB' }), [call])).toBeUndefined()
})

test('a call detected again by the same arrival is the same call, even with another port', () => {
  const gone = { state: 'DEPARTED', departedAt: ARRIVAL + 5 * HOUR } as const
  const call = stored(detected(ARRIVAL, gone))
  const later = stored(detected(ARRIVAL + 48 * HOUR))
  expect(sameCall(detected(ARRIVAL, { ...gone, portId: 'LKCMB' }), [call, later])).toBe(call)
})

test('a vessel that departed and comes again has a second call', () => {
  const call = stored(detected(ARRIVAL, { state: 'DEPARTED', departedAt: ARRIVAL + 5 * HOUR }))
  expect(sameCall(detected(ARRIVAL + 48 * HOUR), [call])).toBeUndefined()
})

test('a call that a user cancelled is not detected again; one revoked by the server is', () => {
  const taken = { ...stored(detected(ARRIVAL)), state: 'CANCELLED' as const }
  const cancelled = { ...taken, changed_by: 'admin' }
  expect(sameCall(detected(ARRIVAL), [cancelled])).toBe(cancelled)
  expect(sameCall(detected(ARRIVAL), [taken])).toBeUndefined()
})
