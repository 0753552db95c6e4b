import { createExport, getExport, type TrackFormat } from '@samudra/contract/exchange'
import type { ZoneGeometry } from '@samudra/contract/zones'
import type { PreparedPolygon } from '@samudra/nautical/polygons/polygon'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import { lookupOf, polygonsIn } from '../../../platform/kernel/http/caller-visibility.ts'
import { NAV_NONE, NONE16, ROT_NONE, type FixBatch } from '../../../sea/fix-batch.ts'
import type { Box, FixReader } from '../../../sea/fix-reader.ts'
import { sourcesSeen, type Names } from '../../../sea/names.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { storingWritten, writtenExport } from './export-files.ts'
import type { PassedFix, ShipNames } from './passed-fix.ts'
import { writeCsv } from './write/write-csv.ts'
import { writeGeoJson } from './write/write-geojson.ts'
import { writeGpx } from './write/gpx.ts'
import { writeKml } from './write/write-kml.ts'
import { writeNmea } from './write/write-nmea.ts'

/** Time within which an export is fetched; after it a new one must be named. */
const RETENTION_MS = 15 * 60_000
/** Maximum number of exports of one user that wait to be fetched; beyond it the oldest of that user is forgotten. */
const MOST_OF_USER = 20

export type ExportNeeds = {
  others: Others
  clock: Clock
  files: FilesOf
  names: Names
  fixes: FixReader
  /** Stores what was received and is not stored yet. */
  flush(): Promise<void>
  /** Names of ships as a caller may know them. */
  shipNames(caller: Caller): ShipNames
}
type Write = (fixes: AsyncIterable<PassedFix[]>, names: ShipNames) => AsyncGenerator<string>
const FORMATS: Record<TrackFormat, { write: Write; type: string; extension: string }> = {
  CSV: { write: writeCsv, type: 'text/csv; charset=utf-8', extension: 'csv' },
  GEOJSON: { write: writeGeoJson, type: 'application/geo+json', extension: 'geojson' },
  KML: { write: writeKml, type: 'application/vnd.google-earth.kml+xml', extension: 'kml' },
  GPX: { write: writeGpx, type: 'application/gpx+xml', extension: 'gpx' },
  NMEA: { write: writeNmea, type: 'text/plain; charset=utf-8', extension: 'nmea' },
}

const noteOf = (id: string) => `export ${id}`
type Query = {
  userId: string
  format: TrackFormat
  from: number
  to: number
  mmsis?: number[] | undefined
  area?: ZoneGeometry | undefined
  shown: { id: string; name: string; content_type: string; expires_at: string }
}

export function exportOps(needs: ExportNeeds): Handled[] {
  const waiting = new Map<string, Query>()
  const forget = () => {
    const now = needs.clock.now()
    for (const [id, { shown }] of waiting) if (Date.parse(shown.expires_at) < now) waiting.delete(id)
  }
  const add = (id: string, query: Query) => {
    const mine = [...waiting].filter(([, { userId }]) => userId === query.userId)
    for (const [old] of mine.slice(0, Math.max(0, mine.length - MOST_OF_USER + 1))) waiting.delete(old)
    waiting.set(id, query)
  }
  return [
    handle(createExport, async ({ input, caller, record }) => {
      const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
      if (from >= to) throw new OperationError('VALIDATION', 'The start is after the end. Swap from and to.')
      if (input.mmsis === undefined && input.area === undefined)
        throw new OperationError('VALIDATION', 'Choose vessels or an area.')
      forget()
      const id = ulid(needs.clock.now())
      const { type, extension } = FORMATS[input.format]
      const subject =
        input.mmsis?.length === 1 ? input.mmsis[0]! : input.mmsis === undefined ? 'area' : 'vessels'
      const day = (at: number) => new Date(at).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')
      const shown = {
        id,
        name: `tracks-${subject}-${day(from)}-${day(to)}.${extension}`,
        content_type: type,
        expires_at: new Date(needs.clock.now() + RETENTION_MS).toISOString(),
      }
      const { area } = input
      if (area !== undefined) polygonsIn(area)
      const query: Query = {
        userId: caller.userId,
        format: input.format,
        from,
        to,
        mmsis: input.mmsis?.map(Number),
        area,
        shown,
      }
      add(id, query)
      await needs.others.note(noteOf(id), query, RETENTION_MS)
      record({
        objectType: 'export',
        objectId: id,
        after: { ...input, area: input.area !== undefined, name: shown.name },
      })
      return shown
    }),
    handle(getExport, async ({ input, caller, record }) => {
      forget()
      const query = waiting.get(input.id) ?? (await needs.others.noted<Query>(noteOf(input.id)))
      if (query === null || query.userId !== caller.userId)
        throw new OperationError('NOT_FOUND', 'This export has expired. Request it again.')
      record({ objectType: 'export', objectId: input.id, after: { name: query.shown.name } })
      return new Download(query.shown, await bytesOf(needs, query, caller))
    }),
  ]
}

/** As it was written for who sees the same, or written now. */
async function bytesOf(needs: ExportNeeds, query: Query, caller: Caller): Promise<AsyncIterable<Uint8Array>> {
  const { files } = needs
  const written = await writtenExport(files, query.shown, caller)
  if (written !== null) return written
  await needs.flush()
  const names = remembered(needs.shipNames(caller))
  const text = FORMATS[query.format].write(seenFixes(needs, query, caller), names)
  return storingWritten(files, query.shown, caller, encoded(text))
}

/** Yields the requested fixes, as far as the caller may see them. */
async function* seenFixes(
  needs: ExportNeeds,
  query: Query,
  { visibility }: Caller,
): AsyncGenerator<PassedFix[]> {
  const { names } = needs
  const { from, to, mmsis } = query
  const area = query.area === undefined ? undefined : lookupOf(query.area)
  const sources = sourcesSeen(names, visibility)
  if (sources?.length === 0) return
  const order = query.format === 'NMEA' ? 'TIME' : 'CONTACT'
  const box = query.area === undefined ? undefined : boxAround(polygonsIn(query.area))
  for await (const batch of needs.fixes.readFixes({ by: 'OBSERVED', from, to, mmsis, box, sources, order })) {
    const fixes: PassedFix[] = []
    for (let i = 0; i < batch.count; i++) {
      const fix = passedFix(batch, i, names)
      if (!visibility.row(fix.source!, fix.lat, fix.lon)) continue
      if (area !== undefined && area.at(fix.lat!, fix.lon!) === 0) continue
      fixes.push(fix)
    }
    yield fixes
  }
}

function boxAround(area: readonly PreparedPolygon[]): Box {
  const rings = area.flat()
  const isWhole = rings.some(({ west, east }) => west < -180 || east > 180)
  return {
    west: isWhole ? -180 : Math.min(...rings.map(({ west }) => west)),
    south: Math.min(...rings.map(({ south }) => south)),
    east: isWhole ? 180 : Math.max(...rings.map(({ east }) => east)),
    north: Math.max(...rings.map(({ north }) => north)),
  }
}

function passedFix(batch: FixBatch, i: number, names: ExportNeeds['names']): PassedFix {
  const known = (value: number, scale: number) => (value === NONE16 ? null : value / scale)
  return {
    mmsi: batch.mmsi[i]!,
    split: batch.split[i]!,
    at: batch.observedAt[i]!,
    receivedAt: batch.recTime[i]!,
    lat: batch.lat[i]! / 1e6,
    lon: batch.lon[i]! / 1e6,
    sog: known(batch.sog[i]!, 10),
    cog: known(batch.cog[i]!, 10),
    heading: known(batch.heading[i]!, 1),
    rot: batch.rot[i] === ROT_NONE ? null : batch.rot[i]!,
    navStatus: batch.navStatus[i] === NAV_NONE ? null : batch.navStatus[i]!,
    type: batch.type[i]!,
    bits: batch.bits[i]!,
    source: names.sourceCode(batch.source[i]!),
    station: names.stationCode(batch.station[i]!),
  }
}

/** A name is looked for once a ship. */
function remembered(names: ShipNames): ShipNames {
  const known = new Map<number, string | null>()
  return (mmsi, split) => {
    const key = mmsi * 256 + split
    let name = known.get(key)
    if (name === undefined) known.set(key, (name = names(mmsi, split)))
    return name
  }
}

const PIECE = 64 * 1024

/** Text as bytes, in pieces worth sending. */
async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let held = ''
  for await (const part of text) {
    held += part
    if (held.length < PIECE) continue
    yield Buffer.from(held)
    held = ''
  }
  if (held !== '') yield Buffer.from(held)
}
