import type { AlertDefinition } from '@samudra/contract/alert-definitions'
import { getDetectorStates, type Detector, type DetectorState } from '@samudra/contract/detectors'
import { useMemo } from 'react'
import { definitions } from '../../../../stored/definitions.ts'
import { useStored } from '../../../../stored/stores.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'

/** State of a detector, and EVENTS_ONLY for one without an enabled alert definition visible to the user. */
export type Readiness = Omit<DetectorState, 'state'> & { state: DetectorState['state'] | 'EVENTS_ONLY' }

/** Returns the state of a detector with its alert definitions taken in. */
export function readinessOf(
  { code }: Pick<Detector, 'code'>,
  state: DetectorState,
  raising: ReadonlySet<string>,
): Readiness {
  if (state.state !== 'READY' || raising.has(code)) return state
  return {
    ...state,
    state: 'EVENTS_ONLY',
    words: 'Its hits are events: none of its alert definitions is enabled.',
  }
}

/** Codes of detectors of which an enabled definition raises alerts. */
export const raisingOf = (
  all: readonly Pick<AlertDefinition, 'trigger' | 'enabled'>[],
): ReadonlySet<string> =>
  new Set(all.flatMap(({ trigger, enabled }) => (enabled && 'builtin' in trigger ? [trigger.builtin] : [])))

const EVERY_MS = 30_000
/** Readiness of detectors by their code; undefined until it is known. */
export function useDetectorStates(): (of: Pick<Detector, 'code' | 'enabled'>) => Readiness | undefined {
  const { data } = useAnswer(getDetectorStates, {}, { everyMs: EVERY_MS, keep: true })
  const { rows, isRead } = useStored(definitions)
  return useMemo(() => {
    const states = new Map(data?.items.map((one) => [one.id, one]))
    const raising = raisingOf(rows)
    return (of) => {
      const state = states.get(of.code)
      // The switch is pushed at once; what was read before it is old.
      if (!of.enabled) return { state: 'OFF', words: '', until: null, id: of.code }
      return state === undefined || state.state === 'OFF' || !isRead
        ? undefined
        : readinessOf(of, state, raising)
    }
  }, [data, rows, isRead])
}
