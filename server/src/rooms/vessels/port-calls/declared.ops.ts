import { getDeclaredDestinations, getDeclaredPort, MOST_UNMATCHED } from '@samudra/contract/port-calls'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import type { Declared } from './declared-port.ts'
import type { ReadyPorts } from './ready-ports.ts'

type Needs = {
  clock: Clock
  ports: ReadyPorts
  portName: (id: string) => string | null
  sailing: PictureInterface['sailing']
}

export const declaredOps = (needs: Needs): Handled[] => [read(needs), shares(needs)]

/** Returns the meaning of a declared destination; only the text counts, not the vessel. */
const read = ({ ports, portName }: Needs) =>
  handle(getDeclaredPort, async ({ input: { text, lat, lon } }) => {
    const from = lat === undefined || lon === undefined ? null : { lat, lon }
    const found = ports.declared.understand(text, from)
    return found.portId === null
      ? { port_id: null, port_name: null, by: null, why: found.why }
      : { port_id: found.portId, port_name: portName(found.portId), by: found.by, why: null }
  })

/** Returns present declarations of vessels, understood in the same way as for expected calls. */
const shares = (needs: Needs) =>
  handle(getDeclaredDestinations, async ({ caller }) => {
    const all = await understood(needs, caller)
    const unmatched = new Map<string, { text: string; ships: number; why: 'UNKNOWN' | 'AMBIGUOUS' }>()
    let matched = 0
    for (const { text, meant } of all) {
      if (meant.portId !== null) matched++
      else if (meant.why !== 'NOTHING')
        unmatched.set(text, { text, ships: (unmatched.get(text)?.ships ?? 0) + 1, why: meant.why })
    }
    const texts = [...unmatched.values()].sort((a, b) => b.ships - a.ships || (a.text < b.text ? -1 : 1))
    return {
      declared: all.length,
      matched,
      unmatched: texts.slice(0, MOST_UNMATCHED),
      truncated: texts.length > MOST_UNMATCHED,
      as_of: new Date(needs.clock.now()).toISOString(),
    }
  })

/** Every ship a caller sees that declares something, and what is meant by it. */
async function understood({ ports, sailing }: Needs, caller: Caller) {
  const { declared } = ports
  // A text that means the same wherever it is declared is read once.
  const byText = new Map<string, Declared>()
  const all: { text: string; meant: Declared }[] = []
  let began = performance.now()
  for (const { fields, rows, row } of sailing(caller)) {
    const text = String(fields.destination?.value ?? '')
    const known = byText.get(text) ?? declared.understand(text)
    byText.set(text, known)
    if (known.portId === null && known.why === 'NOTHING') continue
    const isAnywhere = known.portId !== null || known.why !== 'AMBIGUOUS'
    const meant = isAnywhere
      ? known
      : declared.understand(text, { lat: rows.lat[row]! / 1e6, lon: rows.lon[row]! / 1e6 })
    all.push({ text, meant })
    began = await breathe(began)
  }
  return all
}
