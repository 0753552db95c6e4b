import { Drawer } from '@mantine/core'
import { getPortOfCalls, getPortOfCallsForVessel, type PortCall } from '@samudra/contract/port-calls'
import { useStale } from '../../../wire/use-answer.ts'
import { shipOf } from './call-words.ts'
import { CallDetails } from './CallDetails.tsx'

/** One call beside whatever it was chosen in: what it rests on, and what a person can put right. */
export function CallDrawer({ of, open }: { of: PortCall | null; open: (one: PortCall | null) => void }) {
  const stale = useStale()
  return (
    <Drawer
      opened={of !== null}
      onClose={() => open(null)}
      position="right"
      size={520}
      title={of === null ? '' : `${shipOf(of)} at ${of.port_name ?? of.port_id}`}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {of !== null && (
        <CallDetails
          key={of.id}
          of={of}
          onChange={(now) => {
            open(now)
            stale(getPortOfCalls, getPortOfCallsForVessel)
          }}
        />
      )}
    </Drawer>
  )
}
