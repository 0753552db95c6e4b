import type { Room } from '../kernel/room.ts'
import { exportOps, type ExportNeeds } from './exports.ops.ts'
import { importOps } from './imports.ops.ts'
import { Imports, type ImportNeeds } from './imports.ts'

/** Tracks in open formats, out and in. */
export function exchangeRoom(needs: ExportNeeds & ImportNeeds): Room {
  const imports = new Imports(needs)
  return {
    name: 'exchange',
    ops: [...exportOps(needs), ...importOps(imports)],
    start: () => imports.load(),
    stop: () => imports.stop(),
  }
}
