import { portCallsChanged } from '@samudra/contract/port-calls'
import { usePush } from '../../../wire/push.ts'
import { useStaleSoon } from '../../../wire/use-stale-soon.ts'

/** Queries these operations again as calls of a port or a vessel change; of all calls if neither is given. */
export function useChangedCalls(
  of: { port_id?: string | undefined; mmsis?: readonly string[] },
  ...ops: { name: string }[]
) {
  const staleSoon = useStaleSoon(...ops)
  usePush(portCallsChanged, ({ calls }) => {
    const isMeant = calls.some(
      ({ port_id, mmsi }) => (of.port_id ?? port_id) === port_id && (of.mmsis?.includes(mmsi) ?? true),
    )
    if (isMeant) staleSoon()
  })
}
