/** Compacts a database up to an instant and ends: a process of its own, so that a test can kill it. */
import { Compactor } from '../../src/rooms/past/history/chunks/compactor.ts'
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import { silentLog } from '../../src/platform/kernel/text/log.ts'

const [, , url, before] = process.argv as [string, string, string, string]
const database = await externalPostgres({ url, migrationsFolder: '' })
process.stdout.write('begun\n')
await new Compactor(database.db, silentLog).run(Number(before))
await database.close()
