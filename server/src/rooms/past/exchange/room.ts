import path from 'node:path'
import type { ImportJob } from '@samudra/contract/exchange'
import { room } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { NotOurs } from '../../../platform/kernel/cluster/lease.ts'
import { picture } from '../../picture/picture/room.ts'
import { portCalls } from '../../vessels/port-calls/room.ts'
import { sources } from '../../picture/sources/room.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import { trackAnalysis } from '../track-analysis/room.ts'
import { visits } from '../../vessels/visits/room.ts'
import { EXPORT_FILES } from './export-files.ts'
import { exportOps } from './exports.ops.ts'
import { IMPORT_PARTS, ImportFiles } from './import-files.ts'
import { importOps } from './track-imports.ops.ts'
import { Imports } from './track-imports.ts'
import { shipsOfImport } from './ships-of-import.ts'

/**
 * Room of tracks in open formats, out and in. Imported fixes take the numbers and the path of received ones, but move
 * no picture.
 */
export const exchange = room({
  name: 'exchange',
  uses: { sources, history, trackAnalysis, visits, portCalls, picture },
  open: async (ground, { sources, history, trackAnalysis, visits, portCalls: calls, picture }) => {
    const { flush, reader: fixes } = history
    const { processes, lease, bus, log } = ground
    const imports = new Imports({
      ...ground,
      fixes,
      files: new ImportFiles(ground.files.kind(IMPORT_PARTS)),
      formerFolder: path.join(ground.assembly.cacheFolder, 'imports'),
      stored: (report) => ground.bus.publish('notice', storedNotice(report)),
      forget: async (query) => {
        await flush()
        const ships = await shipsOfImport(fixes, query)
        await trackAnalysis.forgetting(query, () => history.forget(query))
        await visits.workOutAgain(ships)
        await calls.workOutAgain(ships)
      },
      storing: {
        flush: async () => {
          await flush()
          // What another process is to store is not stored by this one.
          if (lease.isOthers || lease.isDoubted) throw new NotOurs()
        },
        record: (batch) => {
          history.recorder.recordImported(batch)
          visits.hearImported(batch)
        },
        nextFixId: (recTime) => history.ids.next(recTime),
        stationNumber: (code) => sources.stationNumber(code),
        sourceNumber: async (code) => (await sources.sourceNamed(code ?? 'IMPORT', 'AIS_T')).number,
      },
    })
    if (processes.isShared)
      bus.subscribe('feedsAreHere', (areHere) => {
        const turn = areHere ? imports.load() : imports.stop()
        turn.catch((error: unknown) =>
          log.error('imports could not be resumed', { error: sentenceOf(error) }),
        )
      })
    const { names } = sources
    const ops = exportOps({
      ...ground,
      files: ground.files.kind(EXPORT_FILES),
      names,
      fixes,
      flush,
      shipNames: (caller) => {
        const ships = picture.shipsOf(caller)
        return (mmsi, split) => ships.find(mmsi, split)?.ship_name ?? null
      },
    })
    return {
      door: {},
      ops: [...ops, ...importOps(imports, () => lease.isOthers)],
      // Of several processes the one that has the feeds works on files, and brings to rest what another left.
      start: () => (processes.isShared ? imports.readAgain() : imports.load()),
      stop: () => imports.stop(),
    }
  },
})

const storedNotice = ({ name, fixes, created_by }: ImportJob): OutgoingNotification => ({
  kind: 'IMPORT',
  severity: 'INFO',
  text: `${name} is stored: ${fixes} positions.`,
  link: { kind: 'screen', path: '/home/settings/imports' },
  audience: { to: 'users', ids: [], names: [created_by] },
})
