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
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Entry, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Imports } from './track-imports.ts'

/** `isElsewhere`: another process has the feeds, and stores what files bring too. */
export function importOps(imports: Imports, isElsewhere: () => boolean): Handled[] {
  const asStored = async () => {
    if (isElsewhere()) await imports.readAgain()
    return imports
  }
  const here = () => {
    if (isElsewhere()) throw new OperationError('UNAVAILABLE', ELSEWHERE)
    return imports
  }
  return [
    handle(getImports, async () => {
      const items = (await asStored()).list()
      return { items, total: items.length }
    }),
    handle(getImport, async ({ input }) => (await asStored()).find(input.id).report),
    handle(startImport, async ({ input, caller, record }) =>
      reported(record, await here().begin(input, caller.username)),
    ),
    handle(uploadImportPart, async ({ input, caller, bytes, record }) => {
      const job = await here().upload(input.id, input.offset, { bytes, by: caller.userId })
      record({ objectType: 'import', objectId: job.id, after: { received: job.received } })
      return job
    }),
    handle(checkImport, async ({ input, record }) => reported(record, await here().check(input.id))),
    handle(commitImport, async ({ input, record }) => reported(record, await here().commit(input.id))),
    handle(undoImport, async ({ input, caller, record }) => {
      record({ reason: input.reason })
      return reported(record, await here().undo(input.id, caller.username))
    }),
    handle(cancelImport, async ({ input, record }) => reported(record, await here().cancel(input.id))),
  ]
}

const ELSEWHERE = 'Only the server that runs the feeds can import tracks. Try again on that server.'

/** Leaves what an import is in the audit record of its change. */
function reported(record: (entry: Entry) => void, job: ImportJob): ImportJob {
  const { id, name, size, state, fixes } = job
  record({ objectType: 'import', objectId: id, after: { name, size, state, fixes } })
  return job
}
