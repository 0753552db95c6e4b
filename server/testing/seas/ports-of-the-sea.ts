import path from 'node:path'
import type { CallPort } from '../../src/sea/port-areas.ts'
import { knownPort, readPorts, type HeldPort } from '../../src/rooms/chart/ports/port.ts'

const ARCHIVES = path.resolve(import.meta.dirname, '../../../basemap/tiles')

/** The ports a release brings, as calls are judged by them. */
export async function builtInPorts(): Promise<CallPort[]> {
  const given = await readPorts(ARCHIVES)
  return given.map((port) => {
    const { anchorages, ...known } = knownPort(port as HeldPort)
    return { ...known, anchorages: anchorages.flatMap(({ outline }) => outline) }
  })
}
