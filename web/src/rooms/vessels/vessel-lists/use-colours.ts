import { BLACKLIST, getListedVessels, type VesselList } from '@samudra/contract/vessel-lists'
import { useEffect } from 'react'
import { lists } from '../../../stored/shared.ts'
import { useListed } from '../../../map/listed.store.ts'
import { asOfParameters, useClock } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'
import { useLists } from './lists.store.ts'

/** Changes that come together are read together. */
const WAIT_MS = 300

/**
 * Keeps the colours of vessels current: when a list changes, the members of that list alone are read. A vessel on
 * several lists has the colour of the blacklist, or of the first by name.
 */
export function useColours() {
  const rows = lists.use((state) => state.rows)
  const plain = useLists((state) => state.plain)
  const asOf = useClock((state) => state.asOf)
  useEffect(() => {
    const wanted = rows.filter(({ id, count }) => count > 0 && !plain.includes(id))
    const timer = setTimeout(() => void show(wanted, asOf), WAIT_MS)
    return () => clearTimeout(timer)
  }, [rows, plain, asOf])
}

/** Members last read of each list, and the state of the list they were read for. */
const read = new Map<string, { list: VesselList; asOf: string | undefined; mmsis: readonly string[] }>()
let requests = 0

async function show(wanted: readonly VesselList[], asOf: string | undefined) {
  const turn = ++requests
  const stale = wanted.filter((list) => {
    const known = read.get(list.id)
    return known?.list !== list || known.asOf !== asOf
  })
  if (stale.length > 0) {
    const byId = new Map(stale.map((list) => [list.id, list]))
    try {
      const answer = await call(getListedVessels, { ids: [...byId.keys()], ...asOfParameters() })
      for (const { list_id, mmsis } of answer) read.set(list_id, { list: byId.get(list_id)!, asOf, mmsis })
    } catch {
      // Coloured vessels stay so until the lists are pushed again.
      return
    }
  }
  if (turn !== requests) return
  const colourOf = new Map<number, string>()
  const first = wanted.toSorted((a, b) => Number(b.id === BLACKLIST) - Number(a.id === BLACKLIST))
  for (const { id, color } of first)
    for (const mmsi of read.get(id)?.mmsis ?? [])
      if (!colourOf.has(Number(mmsi))) colourOf.set(Number(mmsi), color)
  useListed.setState({ colourOf })
}
