import type { FeedState } from '@samudra/contract/socket'
import {
  CLOCK_COMPONENT,
  DETECTORS_COMPONENT,
  WATCH_COMPONENT,
  type SystemSummary,
  type SystemUtils,
} from '@samudra/contract/system'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { ClockReport } from '../../../platform/needs/clock.ts'
import type { Activity } from './utils.sql.ts'

/** Report of the feeds room: rows by source, and each feed. */
export type IngestStatus = {
  fixes_per_s: number
  sources: SystemSummary['ingest']
  feeds: { id: string; name: string; source: string; state: FeedState }[]
}
type State = SystemSummary['components'][number]['state']
/** Part of the system; with a source, only users who may see the source see it. */
export type Part = { id: string; name: string; source: string | null; state: State; words: string }

const [CLOCK, DETECTORS, WATCH] = ['clock', 'detectors', 'watch']
/** Their words are for everybody. */
const OPEN = [CLOCK, DETECTORS, WATCH]

const FEED_WORDS: Record<FeedState, [State, string]> = {
  UP: ['OK', 'receives'],
  SLOW: ['DEGRADED', 'receives far less than its baseline'],
  STALE: ['DEGRADED', 'connected, but silent'],
  DOWN: ['DOWN', 'not connected or silent'],
  PAUSED: ['OK', 'paused'],
}

/** The parts of the system as they are now. */
export function partsOf(now: {
  database: { trouble: string | null; slow: number }
  recorder: { trouble: string | null; waiting: number; limit: number }
  clock: ClockReport | undefined
  detectors: string | null
  watch: Pick<Part, 'state' | 'words'>
  feeds: IngestStatus['feeds']
}): Part[] {
  const { database, recorder, clock, detectors, watch } = now
  return [
    {
      id: 'database',
      name: 'Database',
      source: null,
      state: database.trouble === null ? 'OK' : 'DOWN',
      words: database.trouble ?? 'OK',
    },
    {
      id: 'recorder',
      name: 'Recorder',
      source: null,
      state: recorder.trouble !== null || recorder.waiting > recorder.limit ? 'DEGRADED' : 'OK',
      words:
        recorder.trouble !== null
          ? `positions could not be stored, retrying: ${recorder.trouble}`
          : recorder.waiting > recorder.limit
            ? `${recorder.waiting} positions wait for storage`
            : 'running',
    },
    {
      id: CLOCK,
      name: CLOCK_COMPONENT,
      source: null,
      state: clock?.isOff === true ? 'DEGRADED' : 'OK',
      words: clock?.words ?? 'running',
    },
    {
      id: DETECTORS,
      name: DETECTORS_COMPONENT,
      source: null,
      state: detectors === null ? 'OK' : 'DEGRADED',
      words: detectors ?? 'running',
    },
    {
      id: WATCH,
      name: WATCH_COMPONENT,
      source: null,
      ...watch,
    },
    ...feeds(now.feeds),
  ]
}

const feeds = (rows: IngestStatus['feeds']): Part[] =>
  rows.map(({ id, name, source, state }) => ({
    id: `feed ${id}`,
    name,
    source,
    state: FEED_WORDS[state][0],
    words: FEED_WORDS[state][1],
  }))

/** Remembers since when each part is in its state. */
export class Since {
  readonly #seen = new Map<string, { state: State; at: number }>()
  /** Notes the states of all parts; parts that are gone are forgotten. */
  note(parts: Part[], now: number): void {
    for (const id of this.#seen.keys()) if (!parts.some((part) => part.id === id)) this.#seen.delete(id)
    for (const { id, state } of parts)
      if (this.#seen.get(id)?.state !== state) this.#seen.set(id, { state, at: now })
  }
  of(part: Part, now: number): string {
    return new Date(this.#seen.get(part.id)?.at ?? now).toISOString()
  }
}

/** Returns what a caller may know of the system's health: feeds of other sources are left out, of the status too. */
export function summaryFor(
  caller: Pick<Caller, 'visibility' | 'isAdmin'>,
  now: { at: number; version: string; parts: Part[]; since: Since; ingest: SystemSummary['ingest'] },
): SystemSummary {
  const shown = now.parts.filter((part) => part.source === null || caller.visibility.source(part.source))
  return {
    ts: new Date(now.at).toISOString(),
    version: now.version,
    uptime_s: Math.floor(process.uptime()),
    status: statusOf(shown),
    components: shown.map((part) => ({
      name: part.name,
      state: part.state,
      since: now.since.of(part, now.at),
      // A database's own sentence may name machines and roles; it is for administrators.
      words:
        caller.isAdmin || part.state === 'OK' || part.source !== null || OPEN.includes(part.id)
          ? part.words
          : 'not working',
    })),
    ingest: now.ingest.filter((row) => caller.visibility.source(row.source)),
  }
}

/** Without its database the system is down; with any other part in trouble it is degraded. The watch is no part of it. */
function statusOf(parts: Part[]): SystemSummary['status'] {
  if (parts.some((part) => part.id === 'database' && part.state === 'DOWN')) return 'DOWN'
  return parts.some(({ id, state }) => id !== WATCH && state !== 'OK' && state !== 'OFF') ? 'DEGRADED' : 'OK'
}

export type DatabaseState = { trouble: string | null; engine: string; size: number } & Activity
export type Disk = NonNullable<SystemUtils['host']>['disks'][number]
