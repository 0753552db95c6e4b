import { room, type RoomInterface } from '../../../platform/ground.ts'
import { ADMINISTRATORS, EVERYONE } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { MOST_BYTES_OF_OUTLINES } from '../../../platform/kernel/objects/object-rules.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { reference } from '../reference/room.ts'
import type { Query } from '../../../sea/name-search.ts'
import { PortList } from './port-list.ts'
import { NOT_COUNTED, readPorts, type PortBody } from './port.ts'
import { PORT_FILES, portImportOps } from './port-imports.ops.ts'
import { portOps } from './ports.ops.ts'

export type { KnownPort } from './port.ts'

/** Ports: those a release brings, and what administrators add, correct and bring in files. */
export const ports = room({
  name: 'ports',
  uses: { reference },
  open: async (ground, { reference }) => {
    const objects = await openObjects<PortBody>(ground, {
      type: 'port',
      noun: 'port',
      isImported: true,
      mostBytes: MOST_BYTES_OF_OUTLINES,
      given: await readPorts(ground.assembly.archivesFolder),
      seers: () => EVERYONE,
      changers: () => ADMINISTRATORS,
    })
    const list = new PortList(objects)
    const door = {
      find: (query: Query) => list.find(query),
      /** Returns every port; the same array until one changes. */
      all: () => list.all(),
      byId: (id: string) => list.byId(id),
      /** Returns ports as port calls are judged by them; the same array until one changes. */
      judged: () => list.judged(),
      /** Calls a listener after each change of a port. */
      whenChanged: (hearer: () => void) => objects.whenChanged(hearer),
      /** Returns ports by code and name, and the version of the list. */
      names: () => list.named(),
    }
    const zonesAt = (lat: number, lon: number) => (reference.watersAt(lat, lon) ?? []).map(({ id }) => id)
    const needs = {
      ...ground,
      list,
      zonesAt,
      counts: async (id: string, caller: Caller) =>
        (await ground.queries.request('portCounts', id, caller))[0] ?? NOT_COUNTED,
    }
    return {
      door,
      ops: [...portOps(needs), ...portImportOps({ ...needs, files: ground.files.kind(PORT_FILES) })],
    }
  },
})

/** Interface of the room. */
export type PortsInterface = RoomInterface<typeof ports>
