/** Ends the retention of what is older than two days, and ends: a process of its own, so that a test can kill it. */
import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import { Retention } from '../../src/rooms/past/history/tiers/retention.ts'

const [, , url, now] = process.argv as [string, string, string, string]
const database = await externalPostgres({ url, migrationsFolder: '' })
process.stdout.write('begun\n')
const retention = new Retention(database.db, async () => [])
await retention.run({ now: Number(now), rawLinesDays: 30, rawDays: 2, thinDays: 5, errorM: 100 })
await database.close()
