import { getBrief } from '@samudra/contract/figures'
import { SEVERITIES } from '@samudra/contract/event-types'
import { boxOf, middleOf } from '@samudra/nautical/polygons/box'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { feedNews } from './feed-news.sql.ts'
import { countFigure, type FigureNeeds } from './figure.ops.ts'

type BriefNeeds = FigureNeeds & { db: Db; names: SourceNames }
type Brief = Extract<ReturnType<typeof getBrief.output>, { ok: true }>['value']
type Item = Brief['items'][number]
type Period = { from: number; to: number }

const HOUR_MS = 3_600_000
const USUAL_HOURS = 8
const LONGEST_DAYS = 14
/** A watch that began since is the running one; what changed during the watch before is news to it. */
const JUST_BEGUN_MS = HOUR_MS
const MOST_ITEMS = 50

const iso = (at: number) => new Date(at).toISOString()

export const briefOps = (needs: BriefNeeds): Handled[] => [
  handle(getBrief, async ({ input: { since: given, limit = MOST_ITEMS }, caller }) => {
    const to = needs.clock.now()
    const { since, since_by } = await sinceOf(needs, given, to)
    const period = { from: since, to }
    const items = [
      ...(await alertItems(needs, period, caller)),
      ...(await eventItems(needs, period, caller)),
      ...(await feedItems(needs, period, caller)),
    ].sort(bySeverity)
    return {
      since: iso(since),
      since_by,
      to: iso(to),
      alerts: await changeOf(needs, 'alerts', period, caller),
      anomalies: await changeOf(needs, 'anomalies', period, caller),
      vessels: await vesselChange(needs, period, caller),
      arrivals: await changeOf(needs, 'arrivals', period, caller),
      items: items.slice(0, limit),
      more: Math.max(0, items.length - limit),
      as_of: iso(to),
    }
  }),
]

async function sinceOf({ alerts }: BriefNeeds, given: string | undefined, now: number) {
  if (given !== undefined) {
    const since = Date.parse(given)
    if (since >= now) throw refusedSince('must lie in the past')
    if (now - since > LONGEST_DAYS * 24 * HOUR_MS)
      throw new OperationError(
        'TOO_LARGE',
        `A brief covers at most ${LONGEST_DAYS} days; choose a later time.`,
      )
    return { since, since_by: 'GIVEN' as const }
  }
  const watch = await alerts.lastWatch(now - JUST_BEGUN_MS)
  return watch === null
    ? { since: now - USUAL_HOURS * HOUR_MS, since_by: 'HOURS' as const }
    : { since: watch, since_by: 'WATCH' as const }
}
const refusedSince = (why: string) =>
  new OperationError('VALIDATION', `Check since: it ${why}.`, { fields: [{ field: 'since', why }] })

async function changeOf(
  needs: BriefNeeds,
  measure: 'alerts' | 'anomalies' | 'arrivals',
  { from, to }: Period,
  caller: Caller,
) {
  const { total, previous } = await countFigure(
    needs,
    { measure, from: iso(from), to: iso(to), compare: 'previous' },
    caller,
  )
  return { now: total, before: previous!.total }
}

/** Returns the vessels of an hour on average, in a period and before it; null for a user of some zones. */
async function vesselChange(needs: BriefNeeds, { from, to }: Period, caller: Caller) {
  if (!caller.visibility.everywhere) return null
  const { series, previous } = await countFigure(
    needs,
    { measure: 'vessels', bucket: 'hour', from: iso(from), to: iso(to), compare: 'previous' },
    caller,
  )
  const average = (values: readonly { value: number }[]) =>
    Math.round(values.reduce((sum, { value }) => sum + value, 0) / Math.max(1, values.length))
  return { now: average(series), before: average(previous!.series) }
}

const rank = (severity: Item['severity']) => SEVERITIES.indexOf(severity)
const bySeverity = (a: Item, b: Item) =>
  rank(b.severity) - rank(a.severity) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

async function alertItems({ alerts }: BriefNeeds, period: Period, caller: Caller): Promise<Item[]> {
  const found = await alerts.counted(period, caller)
  return found
    .filter(({ severity, state }) => rank(severity) >= rank('MEDIUM') && state !== 'DISMISSED')
    .map(({ id, at, severity, title, text }) => ({
      at: iso(at),
      kind: 'ALERT',
      severity,
      title,
      text,
      link: `/home/main/dashboard/alerts?state=ALL&open=${encodeURIComponent(id)}`,
    }))
}

async function eventItems({ events }: BriefNeeds, { from, to }: Period, caller: Caller): Promise<Item[]> {
  const isIn = (text: string) => Date.parse(text) >= from && Date.parse(text) < to
  return (await events.reported(caller))
    .filter(({ created_at }) => isIn(created_at))
    .map(({ start_at, severity, title, text, geometry }) => {
      const { lat, lon } = middleOf(boxOf(geometry))
      return {
        at: start_at,
        kind: 'EVENT',
        severity,
        title,
        text: text.slice(0, 300),
        link: `/home/main/map?at=${lat.toFixed(4)},${lon.toFixed(4)},8`,
      }
    })
}

async function feedItems({ db, names }: BriefNeeds, { from, to }: Period, caller: Caller): Promise<Item[]> {
  const link = caller.isAdmin ? '/home/settings/feeds' : '/home/main/map'
  return (await feedNews(db, from, to))
    .filter(({ source }) => caller.visibility.source(names.sourceCode(source)))
    .map(({ at, name, isUp, why }) => ({
      at: at.toISOString(),
      kind: 'FEED',
      severity: isUp ? 'INFO' : 'HIGH',
      title: isUp ? `Feed ${name} is back` : `Feed ${name} is down`,
      text: isUp || why === null ? '' : why,
      link,
    }))
}
