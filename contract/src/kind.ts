import { z } from 'zod'
import { push, type Op, type Push } from './kernel.ts'
import type { Visibility } from './objects.ts'

/** Kinds of edited objects, by the names under which changes are pushed, with the rules of their visibility. */
export const TABLES = [
  'ais_filters',
  'alert_definitions',
  'analyses',
  'aoi',
  'blacklist',
  'dashboards',
  'detectors',
  'eez',
  'escalation_policies',
  'exercises',
  'manual_tracks',
  'map_profiles',
  'ports',
  'recordings',
  'report_templates',
  'replay_bookmarks',
  'rules',
  'static_pages',
  'subscriptions',
  'vessel_events',
  'vessel_notes',
  'vessel_lists',
  'admin_settings',
  'users',
  'groups',
  'zones',
] as const
const Table = z.enum(TABLES)
export type Table = z.output<typeof Table>

/**
 * Names objects that changed or are no longer visible. Clients read them again by id; an id without an answer was
 * deleted or hidden.
 */
export const tableUpdate = push({
  wire: 'table_update',
  payload: z.object({
    table: Table,
    op: z.enum(['add', 'update', 'delete']),
    ids: z.array(z.string()),
    version: z.number(),
  }),
})

/** Formatting of values by the units, times and positions of a user. */
export type Wording = {
  time: (iso: string | null) => string
  /** Metres. */
  distance: (metres: number) => string
  place: (lat: number, lon: number) => string
}
/** Field of an object: its name for people, and its text. */
export type Field<Item> = {
  label: string
  text: (item: Item, words: Wording) => string
  /** Value that decides a difference where two texts may be equal. */
  value?: (item: Item) => unknown
}

/** Visibility has one wording everywhere. */
export const SEEN_BY: Record<Visibility, string> = {
  PRIVATE: 'Only me',
  GROUP: 'My group',
  CENTRE: 'Whole centre',
  RELEASED: 'Whole centre and partners',
}
export const SEEN_BY_LABEL = 'Seen by'
export const seenBy: Field<{ visibility: Visibility }> = {
  label: SEEN_BY_LABEL,
  text: ({ visibility }) => SEEN_BY[visibility],
}

/** Parameters of every list of a kind. */
export type ListQuery = {
  ids?: string[] | undefined
  as_of?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
export type Page<Item> = { items: Item[]; total: number; next: string | null }

/** Push that carries an object as its recipient may see it, or reports its removal. */
export type Brings<Item> = {
  wire: string
  read: (raw: unknown) => { id: string; item: Item | null } | null
}
export const brings = <Payload, Item>(
  { wire, payload }: Push<Payload>,
  of: (payload: Payload) => { id: string; item: Item | null },
): Brings<Item> => ({
  wire,
  read: (raw) => {
    const reading = payload(raw)
    return reading.ok ? of(reading.value) : null
  },
})

/** Kind of thing that people edit: its name, its fields, and how a screen holds it. */
export type Kind<Item> = {
  /** As it stands in audit records. */
  type: string
  /** Table name in pushes to screens. */
  table: Table
  /** As people say it: "area of interest". */
  noun: string
  idOf: (item: Item) => string
  versionOf: (item: Item) => number
  /** Lines of a conflict. */
  fields: readonly Field<Item>[]
  /** As a list shows them. */
  order: (a: Item, b: Item) => number
  /** Null where each is read by itself. */
  list: Op<ListQuery, Page<Item>> | null
  /** Pushes that bring the object itself; of other kinds `tableUpdate` brings the id. */
  brings: readonly Brings<Item>[]
}

type Plain = { id: string; version: number }
type Saying<Item> = Omit<Kind<Item>, 'idOf' | 'versionOf' | 'brings'> & { brings?: readonly Brings<Item>[] }
export const kind = <Item extends Plain>(saying: Saying<Item>): Kind<Item> => ({
  brings: [],
  ...saying,
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
})

/** A shape in a line: how many corners it has and where the first lies. */
export function outlineText(rings: readonly (readonly (readonly number[])[])[], { place }: Wording): string {
  const corners = rings.reduce((sum, ring) => sum + ring.length - 1, 0)
  const [lon = 0, lat = 0] = rings[0]?.[0] ?? []
  return `${corners} corners in ${rings.length === 1 ? '1 ring' : `${rings.length} rings`} from ${place(lat, lon)}`
}

type Named = { id: string; name: string }
export const byName = (a: Named, b: Named) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
