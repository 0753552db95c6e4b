import { externalPostgres } from '../../src/platform/engines/postgres.ts'
import { PostgresJobs } from '../../src/platform/engines/jobs/runner.ts'
import { silentLog } from '../../src/platform/kernel/text/log.ts'
import { systemClock } from '../../src/platform/needs/clock.ts'
import { slowCount } from './slow-count.ts'

// Server process that runs jobs, to be killed: it prints each stored step.
const database = await externalPostgres({ url: process.argv[2]!, migrationsFolder: '' })
const jobs = new PostgresJobs({ db: database.db, clock: systemClock, log: silentLog })
jobs.define(slowCount((step) => process.stdout.write(`${step}\n`)))
await jobs.start()
