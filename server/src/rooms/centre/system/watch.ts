import os from 'node:os'
import type { Server as HttpServer } from 'node:http'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { SocketInterface } from '../../picture/socket/room.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import {
  systemUtilization,
  type SystemSummary,
  type SystemUtils,
  type UtilsSample,
} from '@samudra/contract/system'
import {
  partsOf,
  Since,
  summaryFor,
  type DatabaseState,
  type Disk,
  type IngestStatus,
  type Part,
} from './health.ts'
import { cpuMeter, diskOf, lagMeter, memory, outMeter, processUse, residentMb, round } from './host.ts'
import { Ring } from './ring.ts'
import { readActivity, readServerVersion, readSize } from './utils.sql.ts'

export const SAMPLE_MS = 5000
const RETENTION_MS = 12 * 3_600_000
/** The size of the database is read from every file of it. */
const SIZE_MS = 60_000
/** Settings that are red lines. */
const LIMITS = ['cpu_pct', 'mem_pct', 'disk_pct', 'loop_lag_ms', 'feed_p95_s', 'db_waiting'] as const

/** Needs of the watch from the rooms and the machine. */
export type Watched = {
  db: Db
  clock: Clock
  pushEach: SocketInterface['pushEach']
  values: Administered
  server: HttpServer
  /** `embedded` or `external`. */
  engine: string
  dataFolder: string
  version: string
  ingest: (now: number) => IngestStatus
  recorder: () => { trouble: string | null; waiting: number; oldestS: number }
  /** Which detectors find nothing at present and why; null when all do. */
  detectors: () => string | null
  /** State of the watch that people keep. */
  watch: () => Pick<Part, 'state' | 'words'>
  clients: () => number
}

/** Watch that measures the system every 5 s, stores 12 h of it and pushes to the screens. */
export class SystemWatch {
  readonly #needs: Watched
  readonly #ring = new Ring(RETENTION_MS / SAMPLE_MS)
  readonly #since = new Since()
  readonly #cpu = cpuMeter()
  readonly #lag = lagMeter()
  readonly #out: () => number
  #asking: Promise<void> | undefined
  #database: DatabaseState = {
    trouble: null,
    engine: '',
    size: 0,
    connections: 0,
    slow: 0,
    replication_lag_s: null,
  }
  #sizeAt = -Infinity
  #disks: Disk[] = []

  constructor(needs: Watched) {
    this.#needs = needs
    this.#out = outMeter(needs.server, () => performance.now())
  }

  async start(): Promise<void> {
    await this.#askDatabase()
    await this.#measure()
  }

  stop(): void {
    this.#lag.stop()
  }

  summary(caller: Pick<Caller, 'visibility' | 'isAdmin'>): SystemSummary {
    const at = this.#needs.clock.now()
    const ingest = this.#needs.ingest(at)
    const parts = this.#parts(ingest)
    this.#since.note(parts, at)
    return summaryFor(caller, {
      at,
      version: this.#needs.version,
      parts,
      since: this.#since,
      ingest: ingest.sources,
    })
  }

  /** All there is to know, for administrators, with the samples of the last minutes. */
  full(caller: Pick<Caller, 'visibility' | 'isAdmin'>, windowMin: number): SystemUtils {
    const { values, clock, recorder, clients } = this.#needs
    const { used, total } = memory()
    const newest = this.#ring.newest()
    const { engine, size, connections, slow, replication_lag_s } = this.#database
    const held = recorder()
    return {
      ...this.summary(caller),
      host: {
        cpu_pct: newest?.cpu_pct ?? 0,
        load1: round(os.loadavg()[0]!),
        mem_used: used,
        mem_total: total,
        disks: this.#disks,
      },
      process: { ...processUse(), loop_lag_ms: newest?.loop_lag_ms ?? 0 },
      db: { engine, size, connections, slow, replication_lag_s },
      queues: [{ name: 'recorder', depth: held.waiting, oldest_s: round(held.oldestS) }],
      sockets: { clients: clients(), out_per_s: newest?.out_per_s ?? 0 },
      limits: Object.fromEntries(LIMITS.map((name) => [name, values.number(`limits.${name}`)])),
      samples: this.#ring.since(clock.now() - windowMin * 60_000),
    }
  }

  #parts(ingest: IngestStatus) {
    const { recorder, values, clock, detectors, watch } = this.#needs
    const { trouble, waiting } = recorder()
    return partsOf({
      clock: clock.report?.(),
      detectors: detectors(),
      watch: watch(),
      database: this.#database,
      recorder: { trouble, waiting, limit: values.number('limits.db_waiting') },
      feeds: ingest.feeds,
    })
  }

  async round(): Promise<void> {
    // A database that has not answered the last round yet is in trouble, and is not queried again meanwhile.
    if (this.#asking !== undefined)
      this.#database = { ...this.#database, trouble: 'does not answer within 5 s' }
    else {
      const asking = this.#askDatabase().finally(() => (this.#asking = undefined))
      this.#asking = asking
    }
    await this.#measure()
    this.#pushChange()
  }

  async #askDatabase() {
    const { db, engine } = this.#needs
    try {
      const activity = await readActivity(db)
      const at = performance.now()
      const isDue = at - this.#sizeAt > SIZE_MS
      const size = isDue ? await readSize(db) : this.#database.size
      if (isDue) this.#sizeAt = at
      const named = this.#database.engine || `PostgreSQL ${await readServerVersion(db)}, ${engine}`
      this.#database = { trouble: null, engine: named, size, ...activity }
    } catch (error) {
      this.#database = { ...this.#database, trouble: sentenceOf(error) }
    }
  }

  async #measure() {
    const { clock, dataFolder, ingest, recorder, clients } = this.#needs
    this.#disks = await diskOf(dataFolder).then(
      (disk) => [disk],
      () => [],
    )
    const at = clock.now()
    const ingested = ingest(at)
    this.#since.note(this.#parts(ingested), at)
    const { used, total } = memory()
    this.#ring.add({
      at,
      cpu_pct: this.#cpu(),
      mem_pct: round((100 * used) / total),
      loop_lag_ms: this.#lag.read(),
      fixes_per_s: round(ingested.fixes_per_s),
      waiting: recorder().waiting,
      clients: clients(),
      out_per_s: this.#out(),
      rss_mb: residentMb(),
    })
  }

  /** Pushes the change; callers with the same sources get the same content. */
  #pushChange() {
    const known = new Map<string, { summary: SystemSummary; sample?: UtilsSample }>()
    const sample = this.#ring.newest()
    this.#needs.pushEach(systemUtilization, (caller) => {
      const alike = `${caller.isAdmin} ${caller.visibility.everySource ? '*' : caller.sources.toSorted().join()}`
      const summary = known.get(alike)?.summary ?? this.summary(caller)
      const reported = caller.isAdmin && sample !== null ? { summary, sample } : { summary }
      known.set(alike, reported)
      return reported
    })
  }
}
