import { MemoryBus } from '../src/engines/bus/memory.ts'
import { keysFrom } from '../src/kernel/keys.ts'
import { silentLog } from '../src/kernel/log.ts'
import { Others } from '../src/kernel/others.ts'
import type { Db } from '../src/needs/database.ts'

const keys = keysFrom(Buffer.alloc(32, 7))

/** The others of a process that has none. */
export const alone = (db: Db) =>
  new Others({ processes: new MemoryBus({ log: silentLog }), db, log: silentLog, keys })
