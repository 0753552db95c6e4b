import { z } from 'zod'
import { Instant, op, push, queryNumber } from './kernel.ts'

const Component = z.object({
  name: z.string(),
  /** OFF: not in use, so neither right nor in trouble. */
  state: z.enum(['OK', 'DEGRADED', 'DOWN', 'OFF']),
  since: Instant,
  words: z.string(),
})
export const UtilsSample = z.object({
  at: Instant,
  cpu_pct: z.number(),
  mem_pct: z.number(),
  loop_lag_ms: z.number(),
  fixes_per_s: z.number(),
  waiting: z.number(),
  clients: z.number(),
  out_per_s: z.number(),
  /** Resident memory of the server process, MiB. */
  rss_mb: z.number(),
})
export type UtilsSample = z.output<typeof UtilsSample>
const FeedUtils = z.object({
  source: z.string(),
  name: z.string(),
  state: z.enum(['UP', 'SLOW', 'STALE', 'DOWN', 'PAUSED']),
  rate_per_min: z.number(),
  baseline_rate: z.number(),
  p95_latency_s: z.number().nullable(),
  last_message_at: Instant.nullable(),
})
/** The component whose words stand over every screen while it is in trouble. */
export const CLOCK_COMPONENT = 'Clock'
/** Component that evaluates rules and detectors on arriving data. */
export const DETECTORS_COMPONENT = 'Detectors'
/** Component for duties: who handles alerts now. */
export const WATCH_COMPONENT = 'Watch'
/** Health of the system as every user may see it. */
export const SystemSummary = z.object({
  ts: Instant,
  version: z.string(),
  uptime_s: z.number(),
  status: z.enum(['OK', 'DEGRADED', 'DOWN']),
  components: z.array(Component),
  ingest: z.array(FeedUtils),
})
export type SystemSummary = z.output<typeof SystemSummary>
/** Fields beside the summary are for administrators. */
export const SystemUtils = SystemSummary.extend({
  host: z
    .object({
      cpu_pct: z.number(),
      load1: z.number(),
      mem_used: z.number(),
      mem_total: z.number(),
      disks: z.array(z.object({ mount: z.string(), used: z.number(), total: z.number() })),
    })
    .optional(),
  /** Memory of the server process, MiB: resident, in the heap, and of buffers outside it. */
  process: z
    .object({
      rss_mb: z.number(),
      heap_mb: z.number(),
      heap_limit_mb: z.number(),
      external_mb: z.number(),
      loop_lag_ms: z.number(),
    })
    .optional(),
  db: z
    .object({
      engine: z.string(),
      size: z.number(),
      connections: z.number(),
      slow: z.number(),
      replication_lag_s: z.number().nullable(),
    })
    .optional(),
  queues: z.array(z.object({ name: z.string(), depth: z.number(), oldest_s: z.number() })).optional(),
  sockets: z.object({ clients: z.number(), out_per_s: z.number() }).optional(),
  /** Red lines by name, from the administrators' settings. */
  limits: z.record(z.string(), z.number()).optional(),
  /** One sample every 5 s over the window, oldest first. */
  samples: z.array(UtilsSample).optional(),
})
export type SystemUtils = z.output<typeof SystemUtils>
export const getSystemUtils = op({
  name: 'getSystemUtils',
  route: 'GET /v1/utils/system',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'summary',
  past: 'NOW',
  example: {},
  input: z.object({ window_min: queryNumber.int().min(1).max(720).optional() }),
  output: SystemUtils,
})
/** Every 5 s: the summary to everybody, the newest sample to administrators too. */
export const systemUtilization = push({
  wire: 'system_utilization',
  payload: z.object({ summary: SystemSummary, sample: UtilsSample.optional() }),
})

export const getSystemTime = op({
  name: 'getSystemTime',
  route: 'GET /v1/utils/time',
  bounded: 'ONE',
  who: 'public',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({
    now: Instant,
    epoch_ms: z.number(),
    source: z.enum(['NTP', 'local']),
    offset_ms: z.number().nullable(),
    zone: z.string(),
  }),
})
