import {
  checkPortImport,
  commitPortImport,
  getPortImports,
  LARGEST_PORT_FILE,
  undoPortImport,
  type PortImport,
} from '@samudra/contract/ports'
import { tableUpdate } from '@samudra/contract/kind'
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { actionsOf, DryRuns, reportOf } from '../../../platform/kernel/objects/dry-runs.ts'
import { importFiles, type UploadedFile, type FilesOf } from '../../../platform/kernel/files/file-store.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { planPorts } from './port-import-plan.ts'
import { presentPort, type PortBody } from './port.ts'
import type { PortNeeds } from './ports.ops.ts'
import type { PortTable } from './read-port-table.ts'

/** Files of dry runs; no user receives them. */
export const PORT_FILES = importFiles('port_import', LARGEST_PORT_FILE)
/** Maximum rows of a report that are listed one by one. */
const MOST_SHOWN = 2000
/** So many ids go to screens at a time. */
const PUSHED_AT_ONCE = 1000
const MOST_LISTED = 50

type Needs = PortNeeds & { db: Db; readers: Readers; files: FilesOf }

export const portImportOps = (needs: Needs): Handled[] =>
  [check, commit, imports, undo].map((make) => make(needs))

const dryRuns = ({ db, files, list }: Needs) =>
  new DryRuns<PortBody, PortImport>('port', {
    db,
    files,
    objects: list.objects,
    show: (current) => presentPort(current, true),
  })

const check = (needs: Needs) =>
  handle(checkPortImport, (call) =>
    dryRuns(needs).check(call, call.input.name, (come) => dryRun(needs, call.input, call.caller, come)),
  )

type Input = Extract<ReturnType<typeof checkPortImport.input>, { ok: true }>['value']

async function dryRun({ clock, list, readers }: Needs, input: Input, { userId }: Caller, come: UploadedFile) {
  const table = await readers.read<PortTable>({
    reading: 'ports',
    who: userId,
    options: null,
    bytes: come.read(),
  })
  const { rows, plan } = planPorts(
    table.rows,
    { source: input.source, moves: input.move === true },
    list.objects.all(),
  )
  // Changes come first; unchanged rows are cut.
  const inOrder = [
    ...rows.filter(({ action }) => action !== 'skip'),
    ...rows.filter(({ action }) => action === 'skip'),
  ]
  const report: PortImport = {
    ...reportOf(input.name, come, clock.now()),
    format: table.format,
    rows: inOrder.slice(0, MOST_SHOWN),
    errors: table.faults,
    counts: { ...actionsOf(rows), errors: table.faulty, passed: table.passed },
  }
  return { report, plan }
}

const commit = (needs: Needs) =>
  handle(commitPortImport, async (call) => {
    const { added, changed, answer } = await dryRuns(needs).commit(call, call.input.id)
    pushChange(needs, { add: added, update: changed })
    return answer
  })

const imports = (needs: Needs) =>
  handle(getPortImports, async () => {
    const items = (await dryRuns(needs).committed(MOST_LISTED)).map(({ id, isUndone, report }) => ({
      id,
      file: report.file,
      format: report.format,
      state: isUndone ? ('UNDONE' as const) : ('COMMITTED' as const),
      added: report.counts.add,
      changed: report.counts.change,
      checked_at: report.checked_at,
    }))
    return { items, total: items.length }
  })

const undo = (needs: Needs) =>
  handle(undoPortImport, async (call) => {
    const neededBy = (ids: readonly string[]) => needs.uses.of({ kind: 'port', ids }, call.caller)
    const { changed, removed, answer } = await dryRuns(needs).undo(call, call.input, neededBy)
    pushChange(needs, { update: changed, delete: removed })
    return answer
  })

type Changes = { [Op in 'add' | 'update' | 'delete']?: readonly { id: string; version: number }[] }

/** Notifies screens, and rooms with data derived from ports. */
function pushChange({ send, bus }: Needs, changes: Changes): void {
  for (const op of ['add', 'update', 'delete'] as const) {
    const ones = changes[op] ?? []
    for (let at = 0; at < ones.length; at += PUSHED_AT_ONCE) {
      const some = ones.slice(at, at + PUSHED_AT_ONCE)
      const version = some.reduce((last, one) => Math.max(last, one.version), 0)
      send(tableUpdate, { table: 'ports', op, ids: some.map(({ id }) => id), version }, EVERYONE)
    }
  }
  bus.publish(
    'ports',
    Object.values(changes).flatMap((ones) => ones.map(({ id }) => id)),
  )
}
