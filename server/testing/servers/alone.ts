import { MemoryBus } from '../../src/platform/engines/bus/memory.ts'
import { keysFrom } from '../../src/platform/kernel/http/keys.ts'
import { silentLog } from '../../src/platform/kernel/text/log.ts'
import { Others } from '../../src/platform/kernel/cluster/others.ts'
import type { Db } from '../../src/platform/needs/database.ts'

const keys = keysFrom(Buffer.alloc(32, 7))

/** The others of a process that has none. */
export const alone = (db: Db) =>
  new Others({ processes: new MemoryBus({ log: silentLog }), db, log: silentLog, keys })
