import {
  getPicture,
  getReplayChunk,
  getReplayTracks,
  LONGEST_REPLAY_DAYS,
  type PastContact,
} from '@samudra/contract/replay'
import { SHIP_TYPES } from '@samudra/contract/picture'
import {
  decodeReplayChunk,
  frameDigest,
  NAV_NONE,
  NONE16,
  onTick,
  rowAt,
  type ReplayChunk,
} from '@samudra/contract/wire/replay-chunk'
import { navStatusLabel } from '@samudra/nautical/nav-status'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { sourcesSeen } from '../../../sea/names.ts'
import { isVisible } from '../../../platform/kernel/http/audience.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { fixesByHour, objectChanges } from './past.sql.ts'
import { Replays, type Query, type ReplayNeeds } from './replays.ts'

const HOUR_MS = 3_600_000
/** Lengths a chunk may have, and how many fixes one holds at most when it can be helped. */
const CHUNKS_MS = [6, 3, 1, 1 / 2, 1 / 6, 1 / 12, 1 / 30].map((hours) => hours * HOUR_MS)
const FIXES_OF_CHUNK = 60_000
/**
 * Maximum number of chunks, with at most the fixes of one chunk in all, for which a replay computes its digest on
 * opening.
 */
const SHORT_CHUNKS = 8
/** Default number of contacts in a picture. */
const SHOWN = 1000

export type ReplayOpNeeds = ReplayNeeds & {
  clock: Clock
  /** Brings counts by hour up to what imports brought. */
  countImports: () => Promise<void>
}
type Needs = ReplayOpNeeds & { replays: Replays }

export const replayOps = (needs: Needs): Handled[] => [open(needs), chunk(needs), picture(needs)]

const iso = (at: number) => new Date(at).toISOString()

const open = (needs: Needs) =>
  handle(getReplayTracks, async ({ input, caller }) => {
    const { db, clock, replays } = needs
    const now = clock.now()
    const query = queryFor({ ...input, from: Date.parse(input.from), to: Date.parse(input.to) }, now)
    await needs.flush()
    await needs.countImports()
    const [from, to] = [new Date(query.from), new Date(query.to)]
    const sources = sourcesSeen(needs.names, caller.visibility)
    const hours = await fixesByHour(db, { from, to, knowledge: query.knowledge }, sources)
    const fixes = hours.reduce((sum, hour) => sum + hour.fixes, 0)
    const chunkMs = chunkLength(fixes / Math.max(1, hours.length), query.stepMs)
    const opened = await replays.open(query, chunkMs, caller, now)
    const { id, chunks } = opened
    const isShort = fixes <= FIXES_OF_CHUNK && chunks <= SHORT_CHUNKS
    const digest = (input.digest ?? isShort) ? await replays.digestOf(opened, caller) : null
    const changes = (await objectChanges(db, from, to)).filter((change) => isVisible(change, caller))
    // A caller limited to zones does not learn how many fixes lie outside them.
    const isShown = caller.visibility.everywhere
    return {
      replay_id: id,
      from: iso(query.from),
      to: iso(query.to),
      knowledge: query.knowledge,
      known_by: iso(query.knownBy),
      manifest: { frames: chunks, chunk_s: chunkMs / 1000, fixes: isShown ? fixes : null, digest },
      density: isShown ? densityOf(hours, query.from, query.to) : [],
      changes: query.knowledge === 'AS_KNOWN' ? [...new Set(changes.map(({ at }) => at.toISOString()))] : [],
      next_chunk: 0,
    }
  })

const chunk = ({ clock, replays }: Needs) =>
  handle(getReplayChunk, async ({ input, caller }) => {
    const at = input.at === undefined ? undefined : Date.parse(input.at)
    const made = await replays.chunk(input.id, { n: input.n, at }, caller, clock.now())
    const data = {
      n: input.n,
      from: iso(made.from),
      to: iso(made.to),
      contacts: made.contacts,
      fixes: made.rows,
      next_chunk: made.next,
    }
    return new Download(data, [made.bytes])
  })

const picture = ({ clock, replays }: Needs) =>
  handle(getPicture, async ({ input, caller }) => {
    const at = Date.parse(input.at)
    const query = queryFor({ ...input, from: at, to: at, step_s: 0 }, clock.now())
    const { bytes } = await replays.picture(query, caller)
    const decoded = decodeReplayChunk(bytes)
    const { digest, contacts: count } = frameDigest(decoded, query.to)
    const contacts = contactsAt(decoded, query.to, input.limit ?? SHOWN)
    return {
      at: iso(at),
      knowledge: query.knowledge,
      known_by: iso(query.knownBy),
      digest,
      count,
      total: decoded.total,
      contacts,
      truncated: contacts.length < count,
    }
  })

type Given = Pick<Query, 'from' | 'to' | 'knowledge'> & {
  bbox?: Query['bbox']
  filter?: Query['filter']
  known_by?: string | undefined
  step_s?: number | undefined
}

/** Nothing beyond the present is replayed, and what was known then needs no later knowledge. */
function queryFor(
  { from: begin, to: wanted, knowledge, known_by, step_s = 0, bbox, filter }: Given,
  now: number,
): Query {
  const [from, to] = [onTick(begin), onTick(Math.min(wanted, now))]
  if (from > to)
    throw new OperationError(
      'VALIDATION',
      'The period starts after its end or in the future. Choose an earlier start.',
    )
  if (to - from > LONGEST_REPLAY_DAYS * 24 * HOUR_MS)
    throw new OperationError(
      'TOO_LARGE',
      `A replay covers at most ${LONGEST_REPLAY_DAYS} days. Choose a shorter period.`,
    )
  const known = Math.min(now, known_by === undefined ? now : Date.parse(known_by))
  const knownBy = knowledge === 'AS_KNOWN' ? Math.min(known, Math.max(to, from + 1)) : known
  return { from, to, knowledge, knownBy, stepMs: step_s * 1000, bbox, filter }
}

function chunkLength(fixesAnHour: number, stepMs: number): number {
  // Thinned, a contact that reports every two minutes gives one fix in a step.
  const reported = fixesAnHour / Math.max(1, stepMs / 120_000)
  return CHUNKS_MS.find((ms) => (reported * ms) / HOUR_MS <= FIXES_OF_CHUNK) ?? CHUNKS_MS.at(-1)!
}

/** Fixes an hour in each hour of the period; a part of an hour counts as much as its hour. */
function densityOf(hours: { hour: Date; fixes: number }[], from: number, to: number): number[] {
  const first = Math.floor(from / HOUR_MS)
  const parts = Array.from({ length: Math.max(1, Math.ceil(to / HOUR_MS) - first) }, () => 0)
  for (const { hour, fixes } of hours) {
    const part = hour.getTime() / HOUR_MS - first
    if (part in parts) parts[part] = fixes
  }
  return parts
}

function contactsAt(decoded: ReplayChunk, at: number, limit: number): PastContact[] {
  const { rows } = decoded
  const reported: PastContact[] = []
  const or = (value: number, none: number) => (value === none ? null : value)
  for (const [i, contact] of decoded.contacts.entries()) {
    if (reported.length >= limit) break
    const row = rowAt(decoded, i, at)
    if (row < 0) continue
    const [sog, cog, status] = [
      or(rows.sog[row]!, NONE16),
      or(rows.cog[row]!, NONE16),
      or(rows.navStatus[row]!, NAV_NONE),
    ]
    reported.push({
      mmsi: mmsiText(contact.mmsi),
      split_id: contact.split,
      ship_name: contact.name === '' ? null : contact.name,
      ship_type: SHIP_TYPES[contact.shipGroup]!,
      latitude: rows.lat[row]! / 1e6,
      longitude: rows.lon[row]! / 1e6,
      sog: sog === null ? null : sog / 10,
      cog: cog === null ? null : cog / 10,
      true_heading: or(rows.heading[row]!, NONE16),
      nav_status: status === null ? null : navStatusLabel(status),
      observed_at: iso(rows.observedAt[row]!),
      source: decoded.sources[rows.source[row]!] ?? '',
    })
  }
  return reported
}
