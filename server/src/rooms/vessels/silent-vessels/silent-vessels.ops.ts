import {
  getSilentVessels,
  SILENCE_CONFIDENCES,
  SILENT_FROM_MIN,
  SILENT_UP_TO_MIN,
  type SilenceConfidence,
} from '@samudra/contract/silent-vessels'
import { SHIP_GROUPS } from '@samudra/nautical/ship-types'
import type { FeedsInterface } from '../../picture/feeds/room.ts'
import type { CoverageNow } from '../../past/patterns/room.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { findSilent, type LastReception } from './last-reception.ts'
import { feedChanges } from './outages.sql.ts'
import { presentSilent, type JudgedSilence } from './present-silent.ts'
import { receptionOf, type Reception } from './reception.ts'
import { confidenceOf } from './silence.ts'

const MINUTE = 60_000
const PAGE = 200
/** Outages of so long ago do not matter to vessels that are still on the picture. */
const OUTAGES_MS = SILENT_UP_TO_MIN * MINUTE

type Needs = {
  db: Db
  clock: Clock
  names: SourceNames
  sailing: PictureInterface['sailing']
  coverage: () => Promise<CoverageNow>
  sources: FeedsInterface['sources']
}

export const silentVesselOps = (needs: Needs): Handled[] => [list(needs)]

const list = (needs: Needs) =>
  handle(getSilentVessels, async ({ input, caller }) => {
    const now = needs.clock.now()
    const [coverage, changes] = await Promise.all([
      needs.coverage(),
      feedChanges(needs.db, new Date(now - OUTAGES_MS)),
    ])
    const reception = receptionOf(needs.sources(now), changes, needs.names)
    const chosen = {
      now,
      fromMs: (input.min_silent_min ?? SILENT_FROM_MIN) * MINUTE,
      upToMs: (input.max_silent_min ?? SILENT_UP_TO_MIN) * MINUTE,
    }
    const found = await findSilent(needs.sailing(caller), chosen)
    const judged = found.silent
      .map((one) => judge(one, { now, reception, coverage, visibility: caller.visibility }))
      .filter(passes(input, needs.names))
    const shown = judged.filter(
      ({ confidence }) => input.confidence === undefined || confidence === input.confidence,
    )
    const rows = shown.toSorted(orderOf(input.sort ?? '-silent'))
    const { page, next } = pageOf(rows, input.cursor, input.limit ?? PAGE)
    return {
      items: page.map((one) => presentSilent(one, { now, names: needs.names, reception, coverage })),
      total: shown.length,
      next,
      as_of: new Date(now).toISOString(),
      examined: found.examined,
      counts: countsOf(judged),
      down_sources: downSources(needs.names, reception, caller),
      learned_days: coverage.days,
    }
  })

type Judging = {
  now: number
  reception: ReadonlyMap<number, Reception>
  coverage: CoverageNow
  visibility: CallerVisibility
}

/** Adds reception, learned coverage and confidence to a silence. */
function judge(one: LastReception, { now, reception, coverage, visibility }: Judging): JudgedSilence {
  const sinces = one.sources.flatMap((source) => reception.get(source)?.since ?? [])
  const receivingSince = sinces.length === 0 ? null : Math.min(...sinces)
  const shares = one.sources.flatMap((source) =>
    (reception.get(source)?.since ?? null) === null
      ? []
      : (coverage.share(source, one.lat, one.lon, visibility) ?? []),
  )
  const learnedShare = shares.length === 0 ? null : Math.max(...shares)
  const observedMs = receivingSince === null ? null : now - Math.max(one.recTime, receivingSince)
  const confidence = confidenceOf({ observedMs, fromMs: one.fromMs, learnedShare, near: one.near })
  return { ...one, receivingSince, learnedShare, confidence }
}

type Input = Extract<ReturnType<typeof getSilentVessels.input>, { ok: true }>['value']

const passes =
  (input: Input, names: SourceNames) =>
  (one: JudgedSilence): boolean => {
    const [west, south, east, north] = input.bbox ?? [-180, -90, 180, 90]
    const isInside =
      one.lat >= south &&
      one.lat <= north &&
      (west <= east ? one.lon >= west && one.lon <= east : one.lon >= west || one.lon <= east)
    return (
      isInside &&
      (input.mmsi === undefined || Number(input.mmsi) === one.mmsi) &&
      (input.ship_type === undefined || SHIP_GROUPS[one.group] === input.ship_type) &&
      (input.source === undefined || names.sourceCode(one.source) === input.source) &&
      (input.under_way !== true || (one.sog ?? 0) >= 1)
    )
  }

function countsOf(judged: readonly JudgedSilence[]): Record<SilenceConfidence, number> {
  const counts = Object.fromEntries(SILENCE_CONFIDENCES.map((one) => [one, 0]))
  for (const { confidence } of judged) counts[confidence]!++
  return counts as Record<SilenceConfidence, number>
}

const downSources = (names: SourceNames, reception: ReadonlyMap<number, Reception>, { visibility }: Caller) =>
  names.sources().flatMap(({ number, code }) => {
    const its = reception.get(number)
    if (!visibility.source(code) || its === undefined || its.since !== null || its.lastMessageAt === null)
      return []
    return [{ source: code, last_message_at: its.lastMessageAt }]
  })

type Order = (a: JudgedSilence, b: JudgedSilence) => number
const valueOf: Record<string, (one: JudgedSilence) => number | string> = {
  silent: ({ recTime }) => -recTime,
  name: ({ name, mmsi }) => name ?? `~${mmsi}`,
  sog: ({ sog }) => sog ?? -1,
  missed: ({ missed }) => missed,
  confidence: ({ confidence }) => -SILENCE_CONFIDENCES.indexOf(confidence),
}

function orderOf(sort: string): Order {
  const way = sort.startsWith('-') ? -1 : 1
  const value = valueOf[sort.replace('-', '')]!
  return (a, b) => {
    const [one, other] = [value(a), value(b)]
    const compared =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other), 'en')
    return way * compared || a.mmsi - b.mmsi || a.split - b.split
  }
}

/** A page of the ordered rows from the position of the cursor. */
function pageOf(rows: readonly JudgedSilence[], cursor: string | undefined, limit: number) {
  const from = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isSafeInteger(from) || from < 0)
    throw new OperationError('VALIDATION', 'cursor is not one of an earlier answer.')
  const page = rows.slice(from, from + limit)
  return { page, next: from + page.length < rows.length ? String(from + page.length) : null }
}
