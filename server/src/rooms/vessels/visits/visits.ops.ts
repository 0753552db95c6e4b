import {
  computeLog,
  getAoiHistoryByVessel,
  getAoiLogs,
  getEezHistoryByVessel,
  getEezLogs,
  WATERS_KINDS,
  type Judged,
  type LogKind,
  type LogState,
  type WatchedKind,
} from '@samudra/contract/visits'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { versionOf } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Jobs } from '../../../platform/needs/jobs.ts'
import type { AreaBody } from '../../chart/filter-inputs/room.ts'
import { sourcesSeen, type SourceNames } from '../../../sea/names.ts'
import {
  countLog,
  historyZones,
  logEntries,
  type LogQuery,
  type LogEntry,
  type LoggedZone,
} from './logs.sql.ts'
import { BACK_JOB } from './back.ts'
import { isPlaceSeen, presentEntry, presentVisit, type Edit } from './present-visit.ts'
import { outlinesOf, watchedZones, zonesByNumber, type ZoneRow, type ZoneState } from './visit-zones.sql.ts'

export type VisitNeeds = {
  db: Db
  clock: Clock
  names: SourceNames
  areas: Objects<AreaBody>
  jobs: Pick<Jobs, 'enqueue' | 'list'>
  /** Returns the name of a boundary by its id; null if none. */
  boundaryName: (id: string) => string | null
  /** Takes in what has arrived. */
  upToDate: () => Promise<void>
  nameOf: (caller: Caller) => (mmsi: number, split: number) => string | null
}

const USUAL = 100
/** Maximum number of newest entries through which a user confined to zones can page. */
const MOST_LOOKED_AT = 20_000

export const visitOps = (needs: VisitNeeds): Handled[] => [
  handle(getAoiLogs, async ({ input, caller }) => {
    const versions = await needs.areas.versions(input.id, caller)
    const edits = versions.map((area): Edit => {
      const { known_from, reason, removed } = versionOf(area)
      const { geometry_version } = area.body
      return { at: known_from, version: area.version, geometry_version, by: area.updated_by, reason, removed }
    })
    const name = versions.at(-1)?.body.name ?? ''
    return log(needs, input, caller, { kinds: ['AOI'], edits, name })
  }),
  handle(getEezLogs, async ({ input, caller }) => {
    const name = needs.boundaryName(input.id)
    const answer = await log(needs, input, caller, { kinds: WATERS_KINDS, edits: [], name })
    if (answer.log.state === 'NOT_WATCHED' && name === null) throw noBoundary()
    return answer
  }),
  handle(computeLog, async ({ input, caller, record }) => {
    record({ objectType: 'log', objectId: input.id })
    const kinds = needs.boundaryName(input.id) === null ? (['AOI'] as const) : WATERS_KINDS
    // Throws where he does not see the area.
    if (kinds !== WATERS_KINDS) await needs.areas.versions(input.id, caller)
    const [present] = await outlinesOf(needs.db, kinds, input.id)
    const state = await stateOf(needs, present?.state)
    if (state !== 'STOPPED') return { state }
    await needs.jobs.enqueue(BACK_JOB, {}, caller.username)
    return { state: 'COMPUTING' as const }
  }),
  handle(getEezHistoryByVessel, ({ input, caller }) => history(needs, input, caller, WATERS_KINDS, null)),
  handle(getAoiHistoryByVessel, ({ input, caller }) => {
    const seen = needs.areas.list(caller).map(({ id }) => id)
    return history(needs, input, caller, ['AOI'], seen)
  }),
]

type LogInput = {
  id: string
  kind?: LogKind | undefined
  mmsi?: string | undefined
  geometry_version?: number | undefined
} & Period
type Period = {
  from?: string | undefined
  to?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

async function log(
  needs: VisitNeeds,
  input: LogInput,
  caller: Caller,
  { kinds, edits, name }: { kinds: readonly WatchedKind[]; edits: readonly Edit[]; name: string | null },
) {
  await needs.upToDate()
  const outlines = await outlinesOf(needs.db, kinds, input.id)
  const { geometry_version: query } = input
  const chosen = outlines.find((one) => query === undefined || one.geometry_version === query)
  const visible = edits.filter((edit) => query === undefined || edit.geometry_version === query)
  const byVersion = new Map(visible.map((edit) => [edit.version, edit]))
  const page = await pageOfLog(needs, input, caller, {
    kinds: input.kind === undefined ? ['ENTRY', 'EXIT', 'EDIT'] : [input.kind],
    zones: chosen === undefined ? [] : [{ zone: chosen.zone, before: null }],
    mmsi: input.mmsi,
    // A ship is not what a person changed.
    edits: input.mmsi === undefined ? visible.filter(({ at }) => isWithin(at, input)) : [],
  })
  const zones = new Map(outlines.map((one) => [one.zone, one]))
  const nameOf = needs.nameOf(caller)
  const versions = [...new Set([...outlines, ...edits].map(({ geometry_version }) => geometry_version))]
  return {
    ...page,
    items: page.items.map((entry) =>
      presentEntry(entry, { zones, edits: byVersion, visibility: caller.visibility, nameOf }),
    ),
    log: {
      geometry_version: chosen?.geometry_version ?? query ?? versions[0] ?? 1,
      name: name ?? outlines[0]?.label.name ?? '',
      state: await stateOf(needs, chosen?.state),
      since: chosen?.since.toISOString() ?? null,
      geometry_versions: versions.sort((a, b) => b - a),
    },
  }
}

const isWithin = (at: string, { from, to }: Period) =>
  (from === undefined || Date.parse(at) >= Date.parse(from)) &&
  (to === undefined || Date.parse(at) <= Date.parse(to))

const STATES = { OVER: 'OVER', LIVE: 'WATCHED', BACK: 'COMPUTING' } as const
async function stateOf({ jobs, clock }: VisitNeeds, state: ZoneState | undefined): Promise<LogState> {
  if (state === undefined) return 'NOT_WATCHED'
  if (state !== 'DUE') return STATES[state]
  const all = await jobs.list(clock.now())
  return all.some(({ name, endedAt }) => name === BACK_JOB && endedAt === null) ? 'COMPUTING' : 'STOPPED'
}

const noBoundary = () =>
  new OperationError('NOT_FOUND', 'This boundary does not exist; it may have been removed.')

async function history(
  needs: VisitNeeds,
  input: { mmsi: string; split_id?: number | undefined } & Period,
  caller: Caller,
  kinds: readonly WatchedKind[],
  ids: readonly string[] | null,
) {
  await needs.upToDate()
  const reported = await historyZones(needs.db, kinds, ids)
  const query = {
    kinds: ['DWELL' as const],
    zones: reported,
    mmsi: input.mmsi,
    split: input.split_id,
    edits: [],
  }
  const page = await pageOfLog(needs, input, caller, query)
  const visits = page.items.flatMap(({ visit }) => (visit === null ? [] : [visit]))
  const rows = await zonesByNumber(needs.db, [...new Set(visits.map(({ zone }) => zone))])
  const zones = new Map<number, ZoneRow>(rows.map((row) => [row.zone, row]))
  return {
    ...page,
    items: visits.map((visit) => presentVisit(visit, zones.get(visit.zone)!, caller.visibility)),
    judged: { ...(await judgedBy(needs, kinds, ids)), confined: !caller.visibility.all },
  }
}

/** Returns the present outlines that are evaluated, and those that are not. */
async function judgedBy(
  needs: VisitNeeds,
  kinds: readonly WatchedKind[],
  ids: readonly string[] | null,
): Promise<Omit<Judged, 'confined'>> {
  const present = (await watchedZones(needs.db)).filter(
    ({ kind, id }) => kinds.includes(kind) && ids?.includes(id) !== false,
  )
  const whole = present.filter(({ state }) => state === 'LIVE')
  const open = present.filter(({ state }) => state !== 'LIVE')
  return {
    whole: whole.length,
    since: whole.length === 0 ? null : new Date(Math.max(...whole.map(({ since }) => +since))).toISOString(),
    open: open.map(({ label }) => label.name).sort(),
    stopped: (await stateOf(needs, open.find(({ state }) => state === 'DUE')?.state)) === 'STOPPED',
  }
}

type Choice = {
  kinds: readonly LogKind[]
  zones: readonly LoggedZone[]
  mmsi: string | undefined
  split?: number | undefined
  edits: LogQuery['edits']
}

/** A page of what the caller may see, and how much there is in all. */
async function pageOfLog(
  { db, clock, names }: VisitNeeds,
  page: Period,
  { visibility }: Caller,
  choice: Choice,
) {
  const instant = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
  const limit = page.limit ?? USUAL
  const query: LogQuery = {
    kinds: choice.kinds,
    zones: choice.zones,
    mmsi: choice.mmsi === undefined ? undefined : Number(choice.mmsi),
    split: choice.split,
    from: instant(page.from),
    to: instant(page.to),
    sources: sourcesSeen(names, visibility),
    edits: choice.edits,
    limit,
    offset: 0,
  }
  if (!visibility.everywhere) {
    const all = await logEntries(db, { ...query, limit: MOST_LOOKED_AT })
    return pageOf(
      all.filter((entry) => isSeen(entry, visibility)),
      page,
      clock.now(),
    )
  }
  // An empty page, for the check of the cursor.
  const { as_of } = pageOf([], page, clock.now())
  const offset = Number(page.cursor ?? 0)
  const [items, total] = await Promise.all([logEntries(db, { ...query, offset }), countLog(db, query)])
  const end = offset + items.length
  return { items, total, next: end < total && items.length > 0 ? String(end) : null, as_of }
}

function isSeen({ kind, visit }: LogEntry, visibility: Caller['visibility']): boolean {
  if (visit === null) return true
  return isPlaceSeen(kind === 'EXIT' ? visit.exit! : visit.entry, visibility)
}
