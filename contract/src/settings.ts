import { z } from 'zod'
import { Id, recordOf, Instant, listOf, op, paging, queryFlag, typedName } from './kernel.ts'
import { AisFilter } from './filter.ts'
import { kind, SEEN_BY, SEEN_BY_LABEL, type Kind } from './kind.ts'
import { BaseLayerId } from './map.ts'
import { listing } from './objects.ts'

export const STATIC_KEYS = ['landing', 'notice', 'help', 'motto', 'password_guidance'] as const
export const StaticKey = z.enum(STATIC_KEYS)
/** Pages that need no login. */
export const PUBLIC_STATIC_KEYS: readonly string[] = ['landing', 'notice', 'motto']

export const StaticPage = z.object({
  key: StaticKey,
  title: z.string(),
  /** Markdown. */
  body_md: z.string(),
  version: z.number(),
  updated_at: Instant,
  /** User of the last change; sent to signed-in callers. */
  updated_by: z.string().optional(),
})
export type StaticPage = z.output<typeof StaticPage>
export const staticPage = op({
  name: 'static',
  route: 'GET /v1/utils/static/{key}',
  bounded: 'ONE',
  who: 'public',
  cut: 'summary',
  past: 'NOW',
  example: { key: 'motto' },
  input: z.object({ key: StaticKey }),
  output: StaticPage,
})
export const staticPdf = op({
  name: 'static pdf',
  route: 'GET /v1/utils/static/{key}/pdf',
  bounded: 'FILE',
  who: 'user',
  stream: 'down',
  past: 'NOW',
  example: { key: 'help' },
  input: z.object({ key: StaticKey }),
  output: z.object({ name: z.string(), content_type: z.string(), size: z.number(), sha256: z.string() }),
})
export const updateStatic = op({
  name: 'updateStatic',
  route: 'POST /v2/utils/static/{key}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a page',
  example: { key: 'help', title: 'Help', body_md: 'x', expected_version: 999 },
  input: z.object({
    key: StaticKey,
    title: z.string().trim().min(1).max(200),
    body_md: z.string().max(100_000),
    expected_version: z.number(),
  }),
  output: StaticPage,
})
/** A PDF of the centre's own in place of the one made from the text; null bytes of size 0 take it away again. */
export const uploadStaticPdf = op({
  name: 'uploadStaticPdf',
  route: 'POST /v2/utils/static/{key}/pdf',
  bounded: 'FILE',
  who: 'admin',
  leaves: 'change',
  did: 'Uploaded a page PDF',
  stream: 'up',
  example: { key: 'help', name: 'x.pdf' },
  input: z.object({ key: StaticKey, name: z.string().trim().min(1).max(200) }),
  output: z.object({ name: z.string(), size: z.number(), sha256: z.string() }),
})

/** Pages of the centre, as screens keep them. */
export const pageKind: Kind<StaticPage> = {
  type: 'static_page',
  table: 'static_pages',
  noun: 'page',
  idOf: ({ key }) => key,
  versionOf: ({ version }) => version,
  list: null,
  order: (a, b) => (a.key < b.key ? -1 : 1),
  brings: [],
  fields: [
    { label: 'Title', text: ({ title }) => title },
    { label: 'Text', text: ({ body_md }) => body_md },
  ],
}

/** Further parts of a view; what one does not say stays as it is when it is shown. */
const ProfileView = z.object({
  grid_deg: z.number().min(0).max(90).optional(),
  /** Layers from the lowest to the highest. */
  order: z.array(z.string().max(60)).max(200).optional(),
  filter: AisFilter.optional(),
  units: z
    .object({ 'distance.unit': z.string().max(40).optional(), coordinates: z.string().max(20).optional() })
    .optional(),
  bandwidth: z.enum(['NORMAL', 'LOW']).optional(),
})

export const MapProfileFields = z.object({
  name: typedName(80),
  scope: z.enum(['PRIVATE', 'GROUP', 'CENTRE']),
  is_default: z.boolean(),
  base: BaseLayerId,
  center: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  zoom: z.number().min(0).max(24),
  rotation: z.number().min(-360).max(360),
  layers: z
    .array(
      z.object({
        id: z.string().max(60),
        visible: z.boolean(),
        opacity: z.number().min(0).max(1),
        order: z.number(),
      }),
    )
    .max(200),
  view: ProfileView,
})
export const MapProfile = MapProfileFields.extend({
  id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  owner: z.string(),
  /** True if the caller may change it. */
  mine: z.boolean(),
  version: z.number(),
  updated_at: Instant,
  updated_by: z.string(),
})
export type MapProfile = z.output<typeof MapProfile>
export const getMapProfiles = op({
  name: 'getMapProfiles',
  route: 'GET /v1/utils/map-profiles',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object({
    scope: z.enum(['PRIVATE', 'GROUP', 'CENTRE']).optional(),
    ...listing,
  }),
  output: listOf(MapProfile).extend({ active_id: z.string().nullable() }),
})
export const addMapProfile = op({
  name: 'addMapProfile',
  route: 'POST /v1/utils/map-profiles',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Added a map profile',
  example: {
    name: 'View',
    scope: 'PRIVATE',
    is_default: false,
    base: 'DARK',
    center: [72, 10],
    zoom: 6,
    rotation: 0,
    layers: [],
    view: {},
  },
  input: MapProfileFields,
  output: MapProfile,
})
export const updateMapProfile = op({
  name: 'updateMapProfile',
  route: 'POST /v1/utils/map-profiles/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Changed a map profile',
  example: { id: 'none', expected_version: 1 },
  input: z.object({ id: Id, expected_version: z.number(), ...MapProfileFields.partial().shape }),
  output: MapProfile,
})
export const deleteMapProfile = op({
  name: 'deleteMapProfile',
  route: 'DELETE /v1/utils/map-profiles/{id}',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Deleted a map profile',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ id: z.string(), new_active_id: z.string().nullable() }),
})
export const changeMapProfile = op({
  name: 'changeMapProfile',
  route: 'POST /v1/utils/map-profiles/active',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Chose a map profile',
  example: { id: null },
  input: z.object({ id: Id.nullable() }),
  output: z.object({ mapProfile: MapProfile.nullable() }),
})

/** Map profiles, as screens keep them. */
export const profileKind = kind<MapProfile>({
  type: 'map_profile',
  table: 'map_profiles',
  noun: 'map profile',
  list: getMapProfiles,
  order: (a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: SEEN_BY_LABEL, text: ({ scope }) => SEEN_BY[scope] },
    { label: 'Open after login', text: ({ is_default }) => (is_default ? 'yes' : 'no') },
    { label: 'Base', text: ({ base }) => base },
    {
      label: 'Middle',
      text: ({ center: [lon, lat], zoom }, { place }) => `${place(lat, lon)}, zoom ${zoom}`,
    },
  ],
})

const Words = z.string().max(20_000)
const Value = z.union([z.number(), z.boolean(), Words, z.array(Words).max(1000)])
export const AdminSettings = z.object({
  values: z.record(z.string(), Value),
  /** Rules of the keys this caller may see, as in admin-settings.ts. */
  schema: z.array(z.unknown()),
  changed: z.record(z.string(), z.object({ by: z.string(), at: Instant })),
  version: z.number(),
})
export type AdminSettings = z.output<typeof AdminSettings>
export const getAdminSettings = op({
  name: 'getAdminSettings',
  route: 'GET /v1/utils/admin-settings',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'summary',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: AdminSettings,
})
/** Changes settings. With `dry_run` nothing changes and `effects` describes the changes in sentences. */
export const updateAdminSettings = op({
  name: 'updateAdminSettings',
  route: 'POST /v1/utils/admin-settings',
  bounded: 'CENTRE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed system settings',
  example: { changes: {}, expected_version: 999 },
  input: z.object({
    changes: recordOf(Value, 500),
    reason: z.string().trim().max(500).optional(),
    expected_version: z.number(),
    dry_run: z.boolean().optional(),
  }),
  output: AdminSettings.extend({ effects: z.array(z.string()) }),
})
export const ReleaseNote = z.object({
  id: z.string(),
  version: z.string(),
  date: z.string(),
  title: z.string(),
  items: z.array(
    z.object({
      kind: z.enum(['NEW', 'CHANGE', 'FIX']),
      text: z.string(),
      route: z.string().nullable(),
      roles: z.array(z.string()),
    }),
  ),
  read_at: Instant.nullable(),
})
export type ReleaseNote = z.output<typeof ReleaseNote>
export const getReleaseNotes = op({
  name: 'getReleaseNotes',
  route: 'GET /v1/release-notes',
  bounded: 'PAGE',
  who: 'user',
  past: 'NOW',
  example: {},
  input: z.object({
    since: Id.optional(),
    unread: queryFlag.optional(),
    q: z.string().max(200).optional(),
    ...paging,
  }),
  output: listOf(ReleaseNote).extend({ unread: z.number() }),
})
export const markReleaseNotesRead = op({
  name: 'markReleaseNotesRead',
  route: 'POST /v2/release-notes/read',
  bounded: 'BATCH',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Read the release notes',
  example: { ids: [] },
  input: z.object({ ids: z.array(Id).max(500) }),
  output: z.object({ unread: z.number() }),
})
