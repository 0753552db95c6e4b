import {
  cancelImport,
  checkImport,
  commitImport,
  getImport,
  getImports,
  startImport,
  undoImport,
  uploadImportPart,
  type ImportJob,
} from '@samudra/contract/exchange'
import { handle, type Entry, type Handled } from '../kernel/handle.ts'
import type { Imports } from './imports.ts'

export const importOps = (imports: Imports): Handled[] => [
  handle(getImports, async () => {
    const items = imports.list()
    return { items, total: items.length }
  }),
  handle(getImport, async ({ input }) => imports.find(input.id).report),
  handle(startImport, async ({ input, caller, record }) =>
    told(record, await imports.begin(input, caller.username)),
  ),
  handle(uploadImportPart, async ({ input, bytes, record }) => {
    const job = await imports.upload(input.id, input.offset, bytes)
    record({ objectType: 'import', objectId: job.id, after: { received: job.received } })
    return job
  }),
  handle(checkImport, async ({ input, record }) => told(record, await imports.check(input.id))),
  handle(commitImport, async ({ input, record }) => told(record, await imports.commit(input.id))),
  handle(undoImport, async ({ input, caller, record }) => {
    record({ reason: input.reason })
    return told(record, await imports.undo(input.id, caller.username))
  }),
  handle(cancelImport, async ({ input, record }) => told(record, await imports.cancel(input.id))),
]

/** Leaves what an import is in the audit record of its change. */
function told(record: (entry: Entry) => void, job: ImportJob): ImportJob {
  const { id, name, size, state, fixes } = job
  record({ objectType: 'import', objectId: id, after: { name, size, state, fixes } })
  return job
}
