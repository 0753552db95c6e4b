import { getAlerts } from '@samudra/contract/alerts'
import { getAois } from '@samudra/contract/areas'
import type { ChatCard } from '@samudra/contract/chat'
import { eventTypeOf } from '@samudra/contract/event-types'
import { getVesselEventsAndDisasters, type VesselEvent } from '@samudra/contract/events'
import { ALERT_STATE_LABELS, SEVERITY_LABELS, SHIP_TYPE_LABELS } from '@samudra/contract/labels'
import { getPortDetails } from '@samudra/contract/ports'
import { getFilteredVesselEvents } from '@samudra/contract/rule-events'
import type { Found } from '@samudra/contract/search'
import { getVesselDetails } from '@samudra/contract/vessels'
import { boxOf } from '@samudra/nautical/polygons/box'
import { alertLink, vesselLink } from '../../kit/pages/links.ts'
import { call } from '../../wire/call.ts'

/** Card as its reader may see it, and what a press opens. */
export type ResolvedCard = {
  title: string
  facts: readonly string[]
  /** Instant that belongs to it. */
  at: string | null
  opens: { to: string } | { found: Found }
}

/** Reads the object of a card with the rights of the reader; null when it is not available to the reader. */
export async function resolveCard({ kind, id, label }: ChatCard): Promise<ResolvedCard | null> {
  if (kind === 'vessel') return vessel(id)
  if (kind === 'area') return area(id, label)
  if (kind === 'event') return event(id)
  if (kind === 'alert') return alert(id)
  if (kind === 'port') return port(id)
  return null
}

const facts = (...all: (string | null | undefined)[]) =>
  all.filter((one) => one != null && one !== '') as string[]

async function vessel(id: string): Promise<ResolvedCard> {
  const of = await call(getVesselDetails, { id })
  return {
    title: of.ship_name ?? of.mmsi ?? 'Unnamed vessel',
    facts: facts(
      of.mmsi === null ? null : `MMSI ${of.mmsi}`,
      of.imo === null ? null : `IMO ${of.imo}`,
      SHIP_TYPE_LABELS[of.ship_type],
      of.country,
    ),
    at: of.heard_at,
    opens: { to: vesselLink(id) },
  }
}

async function area(id: string, label: string): Promise<ResolvedCard | null> {
  const [of] = (await call(getAois, { id })).items
  if (of === undefined) return null
  const inside = of.stats.inside_now
  return {
    title: of.name,
    facts: facts(inside === null ? null : `${inside} vessels inside now`, of.notes.slice(0, 120)),
    at: null,
    opens: { found: { kind: 'area', id, label, detail: '', bbox: [...boxOf(of.geometry)] } },
  }
}

async function event(id: string): Promise<ResolvedCard | null> {
  const of = id.includes('.')
    ? await detected(id)
    : (await call(getVesselEventsAndDisasters, { id })).items[0]
  if (of === undefined) return null
  return {
    title: of.title,
    facts: facts(eventTypeOf(of.type)?.label ?? of.type, SEVERITY_LABELS[of.severity]),
    at: of.start_at,
    opens: {
      found: { kind: 'event', id, label: of.title, detail: '', bbox: [...boxOf(of.geometry)] },
    },
  }
}

/** Reads a detected event; its id has its rule, version, subject and beginning, with dots between. */
async function detected(id: string): Promise<VesselEvent | undefined> {
  const [, , subject = '', began = ''] = id.split('.')
  if (!/^\d{1,15}$/.test(began)) return undefined
  const mmsis = /^\d{9}/.exec(subject)
  const [from, to] = [Number(began), Number(began) + 1].map((at) => new Date(at).toISOString())
  const { items } = await call(getFilteredVesselEvents, {
    from,
    to,
    limit: 100,
    ...(mmsis !== null && { mmsis: [mmsis[0]] }),
  })
  return items.find((one) => one.id === id)
}

async function alert(id: string): Promise<ResolvedCard | null> {
  const [of] = (await call(getAlerts, { id })).items
  if (of === undefined) return null
  return {
    title: of.title,
    facts: facts(
      SEVERITY_LABELS[of.severity],
      ALERT_STATE_LABELS[of.state],
      of.owner === null ? null : `owner ${of.owner}`,
      of.ship_name ?? of.mmsi,
    ),
    at: of.known_at,
    opens: { to: alertLink(id) },
  }
}

async function port(id: string): Promise<ResolvedCard> {
  const of = await call(getPortDetails, { id })
  return {
    title: of.name,
    facts: facts(of.locode, of.present === null ? null : `${of.present} vessels in port`),
    at: null,
    opens: { to: `/home/portsDetails/${encodeURIComponent(id)}` },
  }
}
