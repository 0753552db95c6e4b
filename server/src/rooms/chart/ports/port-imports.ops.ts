import {
  checkPortImport,
  commitPortImport,
  getPortImports,
  LARGEST_PORT_FILE,
  undoPortImport,
  type PortImport,
} from '@samudra/contract/ports'
import { DryRuns } from '../../../platform/kernel/objects/dry-runs.ts'
import { importFiles, type FilesOf } from '../../../platform/kernel/files/file-store.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { planPorts } from './port-import-plan.ts'
import { presentPort, type PortBody } from './port.ts'
import type { PortNeeds } from './ports.ops.ts'
import type { PortTable } from './read-port-table.ts'

/** Files of dry runs; no user receives them. */
export const PORT_FILES = importFiles('port_import', LARGEST_PORT_FILE)
const MOST_LISTED = 50

export function portImportOps(needs: PortNeeds & { db: Db; readers: Readers; files: FilesOf }): Handled[] {
  const { list, readers, uses } = needs
  const imports = new DryRuns<PortBody, PortImport>('port', {
    ...needs,
    objects: list.objects,
    table: 'ports',
    show: (current) => presentPort(current, true),
  })
  return [
    handle(checkPortImport, (call) =>
      imports.check(call, async (come) => {
        const { source, move } = call.input
        const query = { reading: 'ports', who: call.caller.userId, options: null } as const
        const table = await readers.read<PortTable>({ ...query, bytes: come.read() })
        const stated = { source, moves: move === true }
        return {
          ...planPorts(table.rows, stated, list.objects.all()),
          format: table.format,
          errors: table.faults,
          counts: { errors: table.faulty, passed: table.passed },
        }
      }),
    ),
    handle(commitPortImport, (call) => imports.commit(call)),
    handle(getPortImports, async () => {
      const items = (await imports.committed(MOST_LISTED)).map(({ id, isUndone, report }) => ({
        id,
        file: report.file,
        format: report.format,
        state: isUndone ? ('UNDONE' as const) : ('COMMITTED' as const),
        added: report.counts.add,
        changed: report.counts.change,
        checked_at: report.checked_at,
      }))
      return { items, total: items.length }
    }),
    handle(undoPortImport, (call) =>
      imports.undo(call, (ids) => uses.of({ kind: 'port', ids }, call.caller)),
    ),
  ]
}
