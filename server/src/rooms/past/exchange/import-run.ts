import type { ImportJob } from '@samudra/contract/exchange'
import { NAV_NONE, NO_PLACE, NONE16, ROT_NONE, fixBatch, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PassedFix } from './passed-fix.ts'
import type { TracksRead } from './read/track-file.ts'

const SHORT_MS = 3_600_000
const FEW_SHIPS = 200
const UDEG = 1e6

export type Storing = {
  clock: Clock
  feed: number
  /** Numbers of a source and a station by their names; a fix without a source is of the import's own. */
  sourceNumber(code: string | null): Promise<number>
  stationNumber(code: string): number
  /** A fix id above all that were given. */
  nextFixId(recTime: number): number
  record(batch: FixBatch): void
  flush(): Promise<void>
}

/** One reading of a file: its input, its checks and its progress. */
export type Run = {
  bytes: AsyncIterable<Uint8Array>
  size: number
  /** The stored fixes it is compared with. */
  known: FixReader
  signal: AbortSignal
  /** Reads tracks apart from the server. */
  tracks(bytes: AsyncIterable<Uint8Array>): AsyncIterable<TracksRead>
  /** Reports the progress of the reading. */
  progress(share: number, report: Partial<ImportJob>): void
}

/** Reads a file from end to end without holding it; `storing` stores what is new, and without it nothing is stored. */
export async function readTracks(run: Run, storing: Storing | null): Promise<Partial<ImportJob>> {
  let duplicates = 0
  let found: Partial<ImportJob> = {}
  for await (const { fixes, report, read } of run.tracks(run.bytes)) {
    run.signal.throwIfAborted()
    const fresh = fixes.length === 0 ? [] : await unknownOf(fixes, run)
    duplicates += fixes.length - fresh.length
    if (storing !== null) await store(fresh, storing)
    found = { ...report, duplicates }
    run.progress(read / run.size, found)
  }
  return found
}

const udeg = (degrees: number | null) => (degrees === null ? NO_PLACE : Math.round(degrees * UDEG))
/** Places by instant and ship: one ship's follow each other, latitude and longitude in turn. */
type Places = Map<number, Map<number, number[]>>

function hasPlace(places: readonly number[], lat: number, lon: number): boolean {
  for (let i = 0; i < places.length; i += 2) if (places[i] === lat && places[i + 1] === lon) return true
  return false
}

/** Without what is known already: the same ship at the same instant and place. */
async function unknownOf(fixes: readonly PassedFix[], { known, signal }: Run): Promise<PassedFix[]> {
  const seen: Places = new Map()
  let [from, to] = [Infinity, -Infinity]
  const ships = new Set<number>()
  for (const { at, mmsi } of fixes) {
    from = Math.min(from, at)
    to = Math.max(to, at)
    ships.add(mmsi)
    const then = seen.get(at)
    if (then === undefined) seen.set(at, new Map([[mmsi, []]]))
    else if (!then.has(mmsi)) then.set(mmsi, [])
  }
  const query = {
    by: 'OBSERVED' as const,
    from,
    to: to + 1,
    // What many ships sent within minutes is found by its time, a long time of few ships by their numbers.
    mmsis: to - from < SHORT_MS && ships.size > FEW_SHIPS ? undefined : [...ships],
    columns: ['lat', 'lon'] as const,
  }
  for await (const { count, mmsi, observedAt, lat, lon } of known.readFixes({ ...query, signal }))
    for (let i = 0; i < count; i++) {
      const places = seen.get(observedAt[i]!)?.get(mmsi[i]!)
      if (places !== undefined && !hasPlace(places, lat[i]!, lon[i]!)) places.push(lat[i]!, lon[i]!)
    }
  return fixes.filter((fix) => {
    const places = seen.get(fix.at)!.get(fix.mmsi)!
    const [lat, lon] = [udeg(fix.lat), udeg(fix.lon)]
    if (hasPlace(places, lat, lon)) return false
    // Two ships may send under one number.
    places.push(lat, lon)
    return true
  })
}

async function store(fixes: readonly PassedFix[], storing: Storing) {
  if (fixes.length === 0) return
  const batch = fixBatch(fixes.length)
  const sources = new Map<string | null, number>()
  for (const { source } of fixes)
    if (!sources.has(source)) sources.set(source, await storing.sourceNumber(source))
  const recTime = storing.clock.now()
  for (const fix of fixes) write(batch, fix, sources.get(fix.source)!, recTime, storing)
  storing.record(batch)
  // The next ones wait until these are durable, so that feeds never wait for an import.
  await storing.flush()
}

function write(batch: FixBatch, fix: PassedFix, source: number, recTime: number, storing: Storing) {
  const n = batch.count++
  const scaled = (value: number | null, scale: number) =>
    value === null ? NONE16 : Math.round(value * scale)
  batch.fixId[n] = storing.nextFixId(recTime)
  batch.mmsi[n] = fix.mmsi
  batch.split[n] = fix.split
  batch.lat[n] = udeg(fix.lat)
  batch.lon[n] = udeg(fix.lon)
  batch.sog[n] = scaled(fix.sog, 10)
  batch.cog[n] = scaled(fix.cog, 10)
  batch.heading[n] = scaled(fix.heading, 1)
  batch.rot[n] = fix.rot ?? ROT_NONE
  batch.navStatus[n] = fix.navStatus ?? NAV_NONE
  batch.type[n] = fix.type
  batch.bits[n] = fix.bits
  batch.observedAt[n] = fix.at
  batch.recTime[n] = recTime
  batch.feed[n] = storing.feed
  batch.source[n] = source
  batch.station[n] = fix.station === null ? -1 : storing.stationNumber(fix.station)
}
