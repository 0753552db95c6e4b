import {
  cancelRegisterImport,
  checkRegisterImport,
  commitRegisterImport,
  getRegisterImports,
  undoRegisterImport,
  type RegisterImport,
} from '@samudra/contract/vessel-imports'
import { handle, type Entry, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { present, type RegisterImports } from './register-imports.ts'
import type { ImportRow } from './register-imports.sql.ts'

export const registerImportOps = (imports: RegisterImports): Handled[] => [
  handle(checkRegisterImport, async ({ input, caller, bytes, record }) =>
    reported(record, await imports.check(input, caller, bytes)),
  ),
  handle(getRegisterImports, async () => {
    const items = (await imports.list()).map(present)
    return { items, total: items.length }
  }),
  handle(commitRegisterImport, async ({ input, caller, record }) =>
    reported(record, await imports.commit(input.id, caller.username)),
  ),
  handle(cancelRegisterImport, async ({ input, caller, record }) =>
    reported(record, await imports.cancel(input.id, caller.username)),
  ),
  handle(undoRegisterImport, async ({ input, caller, record }) => {
    record({ reason: input.reason })
    return reported(record, await imports.undo(input.id, caller.username))
  }),
]

/** Leaves what an import is in the audit record of its change. */
function reported(record: (entry: Entry) => void, row: ImportRow): RegisterImport {
  const shown = present(row)
  const { id, name, source, size, state, ships, fault_count } = shown
  record({
    objectType: 'register_import',
    objectId: id,
    after: { name, source, size, state, ships, fault_count },
  })
  return shown
}
