import { addFeed } from '@samudra/contract/feeds'
import { startImport, type ImportJob } from '@samudra/contract/exchange'
import type { OperationName } from '@samudra/contract/rights'
import { addMapProfile, getAdminSettings, staticPage } from '@samudra/contract/settings'
import { ended } from '../imports.ts'
import { clausesOf } from './common.ts'
import type { Row } from './row.ts'
import { noon, SHIP, type Sea } from './sea.ts'

const STATIC = 'elsewhere: server/src/settings/static.test.ts'
const NOTES = 'elsewhere: server/src/settings/release-notes.test.ts'
const STORAGE = 'elsewhere: server/src/history/storage.test.ts'
const IMPORTS = 'elsewhere: server/src/exchange/exchange.test.ts'
const WEATHER = 'elsewhere: server/src/weather/weather.test.ts'

let feeds = 0
const aFeed = () => ({
  name: `Feed ${++feeds}`,
  kind: 'nmea-tcp' as const,
  address: '127.0.0.1:9',
  source: 'MSIS',
  priority: 10,
  trust: 0.5,
  expected_interval_s: 10,
  options: {},
  enabled: false,
})
const feedFields = {
  kind: 'sbs-tcp',
  address: '127.0.0.1:10',
  source: 'SATX',
  priority: 11,
  trust: 0.6,
  expected_interval_s: 20,
  options: { time: 'received' },
  secret: 'a key',
  enabled: true,
}
const someFeed = async ({ call }: Sea) => ({ id: (await call(addFeed, aFeed())).id })

const PROFILE = {
  name: 'View',
  scope: 'PRIVATE' as const,
  is_default: false,
  base: 'DARK' as const,
  center: [72, 10] as [number, number],
  zoom: 6,
  rotation: 0,
  layers: [{ id: 'vessels', visible: true, opacity: 1, order: 1 }],
  view: {},
}
const profileFields = {
  scope: 'CENTRE',
  is_default: true,
  base: 'BRIGHT',
  center: [73, 10],
  zoom: 7,
  rotation: 10,
  'layers.0.id': 'aircraft',
  'layers.0.visible': false,
  'layers.0.opacity': 0.5,
  'layers.0.order': 2,
  'view.grid_deg': 5,
  'view.order': ['vessels'],
  ...clausesOf('view.filter'),
  'view.units.distance·unit': 'Miles',
  'view.units.coordinates': 'DMS',
  'view.bandwidth': 'LOW',
}
const aProfile = async ({ call }: Sea) => ({ id: (await call(addMapProfile, PROFILE)).id })

let files = 0
/** Each brings a position of its own. */
const track = () => `mmsi,observed_at,latitude,longitude\n${SHIP},${noon(-600 + ++files)},10,72\n`
const anImport = async ({ call }: Sea) => ({
  id: (await call(startImport, { name: 'x.csv', size: track().length, sources: 'IMPORT' })).id,
})
const settled = async (sea: Sea, id: string, running: ImportJob['state']) =>
  (await ended(sea, id, running)).state
const aHalfRead = async (sea: Sea) => ({ ...(await anImport(sea)), offset: 0 })

export const CENTRE = {
  static: { base: () => ({ key: 'motto' }), other: { key: 'help' } },
  'static pdf': { base: () => ({ key: 'help' }), other: { key: 'notice' } },
  updateStatic: {
    base: async ({ call }) => ({
      key: 'help',
      title: 'Help',
      body_md: 'x',
      expected_version: (await call(staticPage, { key: 'help' })).version,
    }),
    other: { key: 'motto', title: 'Helps', body_md: 'y' },
  },
  uploadStaticPdf: { other: { key: STATIC, name: STATIC } },
  getSystemUtils: {
    base: (sea) => {
      sea.wait(90_000)
      return {}
    },
    other: { window_min: 1 },
  },
  getMapProfiles: {
    base: async (sea) => (await aProfile(sea), await aProfile(sea), {}),
    other: { scope: 'GROUP' },
  },
  addMapProfile: { base: () => structuredClone(PROFILE), other: profileFields },
  updateMapProfile: {
    base: async (sea) => ({ ...(await aProfile(sea)), expected_version: 1, ...structuredClone(PROFILE) }),
    other: profileFields,
  },
  deleteMapProfile: { base: aProfile },
  changeMapProfile: { base: aProfile },
  getStorage: {},
  archiveDay: { other: { day: STORAGE, remove: STORAGE, reason: STORAGE } },
  restoreDay: { other: { day: STORAGE } },
  getAdminSettings: {},
  updateAdminSettings: {
    base: async ({ call }) => ({
      changes: { 'map.max_zoom': 17 },
      expected_version: (await call(getAdminSettings, {})).version,
      dry_run: true,
    }),
    other: { changes: { 'map.max_zoom': 16 }, dry_run: false },
  },
  getSystemTime: {},
  getReleaseNotes: { other: { since: NOTES, unread: NOTES, q: NOTES, limit: NOTES, cursor: NOTES } },
  markReleaseNotesRead: { other: { ids: NOTES } },
  getBaseLayers: {},
  getFeeds: { base: async (sea) => (await someFeed(sea), {}) },
  addFeed: { base: aFeed, other: { ...feedFields, name: '' } },
  updateFeed: {
    base: async (sea) => ({ ...(await someFeed(sea)), expected_version: 1 }),
    other: { ...feedFields, name: '' },
  },
  deleteFeed: { base: someFeed },
  getSourceWiseStatus: {},
  getSourceWiseAisInfo: {
    base: () => ({ from: noon(-60), to: noon(60) }),
    other: { from: noon(0), to: noon(0) },
  },
  getSourceCoveredRegions: { base: () => ({ days: 30 }), other: { source: 'SATX', days: 2, cell_deg: 5 } },
  getWeather: {},
  getWeatherGrid: { other: { layer: WEATHER, at: WEATHER } },
  getWeatherPoint: { other: { lat: WEATHER, lon: WEATHER } },
  getImports: {},
  getImport: { base: anImport },
  startImport: { base: () => ({ name: 'x.csv', size: 10 }), other: { size: 11, sources: 'IMPORT' } },
  uploadImportPart: { base: aHalfRead, bytes: Buffer.from('mmsi'), other: { offset: 5 } },
  checkImport: {
    base: async (sea) => {
      const { id } = await anImport(sea)
      await sea.tell('uploadImportPart', { id, offset: 0 }, Buffer.from(track()))
      return { id }
    },
    state: (sea, { id }) => settled(sea, id as string, 'CHECKING'),
  },
  commitImport: { other: { id: IMPORTS } },
  undoImport: { other: { id: IMPORTS, reason: IMPORTS } },
  cancelImport: { base: anImport },
} satisfies Partial<Record<OperationName, Row>>
