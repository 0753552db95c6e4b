import { addAoi } from '@samudra/contract/areas'
import { decideTrackCorrelation } from '@samudra/contract/correlation'
import { addVesselEventsAndDisasters, uploadEventFile } from '@samudra/contract/events'
import { saveExercise, ttxOverlayWrite } from '@samudra/contract/exercises'
import { saveAisFilter } from '@samudra/contract/filter'
import { insertUpdateManualTrack } from '@samudra/contract/manual-tracks'
import { addEez, checkEezImport } from '@samudra/contract/reference'
import { saveRecording, saveReplayBookmark } from '@samudra/contract/replay'
import type { OperationName } from '@samudra/contract/rights'
import { addVesselToList, createVesselList } from '@samudra/contract/vessel-lists'
import { addZone } from '@samudra/contract/zones'
import { box, geoJsonOf } from '../geo-files.ts'
import { upload } from '../uploads.ts'
import { clausesOf } from './common.ts'
import type { Input, Row } from './row.ts'
import { AREA, HERE, noon, OTHER, SHIP, type Sea } from './sea.ts'

const circle = { shape: 'circle', center: [72, 10], radius_nm: 3 }
const areaFields = {
  type: 'VIGILANCE',
  recur: 'DAILY',
  color: '#c62828',
  notes: 'Some words',
  valid_from: noon(-60),
  valid_to: noon(60),
}
const anArea = async ({ call }: Sea) => ({ id: (await call(addAoi, AREA)).id })

const LIST = { name: 'List', kind: 'STATIC', color: '#1565c0', visibility: 'PRIVATE' } as const
async function aList({ call }: Sea) {
  const { id } = await call(createVesselList, LIST)
  await call(addVesselToList, { id, mmsis: [SHIP, OTHER], reason: 'seen' })
  return { id }
}

const EVENT = {
  type: 'ATTACK',
  category: 'PIRACY_ARMED_ROBBERY',
  title: 'Skiff alongside',
  text: 'Two skiffs.',
  severity: 'HIGH',
  status: 'DETECTED',
  visibility: 'CENTRE',
  start_at: noon(-30),
  end_at: noon(30),
  geometry: { type: 'Point', coordinates: [72, 10] },
  mmsis: [SHIP],
  confidence: 3,
  evidence_fix_ids: [],
  file_ids: [],
} as const
/** What is written here as constants goes where lists and texts may change. */
const copied = (value: object) => structuredClone(value) as never
const anEvent = async ({ call }: Sea) => (await call(addVesselEventsAndDisasters, copied(EVENT))).id
let file: Promise<string> | undefined
const aFile = (sea: Sea) => (file ??= brought(sea))
const brought = async (sea: Sea) => {
  const bytes = geoJsonOf([{ rings: [box(70, 8, 74, 12)], properties: { name: 'Box' } }])
  const told = await upload(sea.base, sea.token, uploadEventFile, { name: 'x.geojson' }, bytes)
  return (told.Data as { file_id: string }).file_id
}

const TRACK = { name: 'Dhow', kind: 'MOVING', points: [{ t: noon(0), lat: 10, lon: 72, sog: 5, cog: 90 }] }
const trackFields = {
  kind: 'POINT',
  affiliation: 'HOSTILE',
  symbol: 'SUAP-----------',
  'points.0.t': noon(5),
  'points.0.lat': 11,
  'points.0.lon': 73,
  'points.0.sog': 6,
  'points.0.cog': 91,
  source_text: 'A patrol',
  reliability: 'A',
  credibility: 1,
  linked_mmsi: SHIP,
}
const aTrack = async ({ call }: Sea, more: object = {}) =>
  (await call(insertUpdateManualTrack, copied({ ...TRACK, ...more }))).id
const anExercise = async ({ call }: Sea) =>
  (await call(saveExercise, copied({ name: 'Exercise', players: ['test-asha'] }))).id
const started = async (sea: Sea) => {
  const exercise_id = await anExercise(sea)
  await sea.call(ttxOverlayWrite, copied({ exercise_id, action: 'START' }))
  return exercise_id
}

const BOUNDARY = {
  name: 'Waters',
  country: 'PAK',
  kind: '12NM',
  geometry: HERE,
  source: 'a test',
  edition: '1',
  disputed: false,
  claimants: [] as string[],
}
const boundaryFields = {
  country: 'LKA',
  kind: '24NM',
  source: 'another test',
  edition: '2',
  disputed: true,
  claimants: ['LKA'],
}
const aBoundary = async ({ call }: Sea) => (await call(addEez, copied(BOUNDARY))).id
const boundaries = (MRGID = 1) =>
  geoJsonOf([
    {
      rings: [
        [
          [70, 8],
          [72, 8.001],
          [74, 8],
          [74, 12],
          [70, 12],
          [70, 8],
        ],
      ],
      properties: {
        MRGID,
        GEONAME: `A ${MRGID}`,
        POL_TYPE: '12NM',
        ISO_TER1: 'MDV',
        SOVEREIGN1: 'MDV',
        id2: 2,
        name2: 'B',
        kind2: '24NM',
        iso2: 'LKA',
      },
    },
  ])
/** Each is of another number. */
const checked = async (sea: Sea) => {
  const BOUNDARIES = boundaries(++made)
  const told = await upload(
    sea.base,
    sea.token,
    checkEezImport,
    { name: 'x.geojson', source: 'x' },
    BOUNDARIES,
  )
  return { id: (told.Data as { id: string }).id }
}

let made = 0
/** Two ships nobody decided about yet. */
const undecided = () => ({
  a: { mmsi: SHIP, split_id: 0 },
  b: { mmsi: String(419100000 + ++made) },
  from: noon(-40),
  to: noon(40),
  decision: 'REJECTED',
  reason: 'seen apart',
})
let zones = 0
const aZone = () => ({ name: `Zone ${++zones}`, geometry: HERE })
const MARK = { title: 'Here', at: noon(0), link: '/home/map/replay', visibility: 'CENTRE' } as const
const RECORDING = { name: 'Watch', from: noon(-20), to: noon(20), visibility: 'CENTRE' } as const
const aFilter = async ({ call }: Sea) =>
  (await call(saveAisFilter, { name: 'x', visibility: 'CENTRE', filter: {} })).id
const changing =
  (made: (sea: Sea) => Promise<string>, fields: object) =>
  async (sea: Sea): Promise<Input> => ({
    id: await made(sea),
    expected_version: 1,
    ...structuredClone(fields),
  })

export const EDITED = {
  'AOI add': {
    base: () => structuredClone(AREA),
    other: { ...areaFields, shape: circle },
  },
  'AOI get': { base: async (sea) => (await anArea(sea), {}) },
  'AOI update': {
    base: async (sea) => ({ ...(await anArea(sea)), expected_version: 1 }),
    other: { ...areaFields, shape: circle },
  },
  'AOI delete': { base: anArea },
  getAoiVersions: { base: anArea },
  createVesselList: {
    base: () => ({ ...LIST }),
    other: { kind: 'DYNAMIC', color: '#c62828', query: { any: 1 } },
  },
  getVesselList: { base: async (sea) => (await aList(sea), {}), other: { kind: 'DYNAMIC' } },
  addVesselToList: {
    base: async (sea) => ({ ...(await aList(sea)), mmsis: ['419000060'], reason: 'seen' }),
    other: { expires_at: '2099-01-01T00:00:00.000Z' },
    state: async (sea, { id }) => sea.dataOf('getVesselsByVesselList', { id }),
  },
  getVesselListByMmsi: { base: async (sea) => (await aList(sea), { mmsi: SHIP }) },
  getVesselsByVesselList: { base: aList },
  deleteVesselList: { base: aList },
  removeVesselFromList: { base: async (sea) => ({ ...(await aList(sea)), mmsi: SHIP }) },
  getManualTracks: {
    base: async (sea) => (await aTrack(sea), await aTrack(sea, { state: 'CLOSED' }), {}),
    other: { domain: 'EXERCISE', exercise_id: anExercise, from: noon(30), to: noon(-30) },
  },
  insertUpdateManualTrack: {
    base: changing(aTrack, TRACK),
    other: { ...trackFields, state: 'CLOSED', domain: 'EXERCISE', exercise_id: anExercise, t_plus: 5 },
  },
  deleteManualTrack: { base: async (sea) => ({ id: await aTrack(sea) }) },
  ttxOverlay: {
    base: async (sea) => {
      const exercise_id = await started(sea)
      await sea.call(ttxOverlayWrite, copied({ exercise_id, action: 'INJECT', objects: [TRACK], at: 3 }))
      sea.wait(5000)
      return { exercise_id }
    },
    other: { exercise_id: 'none', at: 0 },
  },
  'ttxOverlay write': {
    base: async (sea) => ({
      exercise_id: await started(sea),
      action: 'INJECT',
      objects: [structuredClone(TRACK)],
      message: 'Look north',
      at: 100,
    }),
    other: {
      exercise_id: 'none',
      action: 'PAUSE',
      message: 'Look south',
      at: 200,
      ...Object.fromEntries(
        Object.entries({ name: 'Another name', ...trackFields }).map(([name, value]) => [
          `objects.0.${name}`,
          value,
        ]),
      ),
    },
    state: async (sea, { exercise_id }) => sea.dataOf('getManualTracks', { domain: 'EXERCISE', exercise_id }),
  },
  getExercises: { base: async (sea) => (await anExercise(sea), await anExercise(sea), {}) },
  saveExercise: {
    base: changing(anExercise, { name: 'Exercise', scoring: [{ text: 'Seen', points: 1 }] }),
    other: {
      factor: 2,
      players: ['test-asha'],
      leads: ['test-asha'],
      'scoring.0.text': 'Heard',
      'scoring.0.points': 2,
    },
  },
  addVesselEventsAndDisasters: {
    base: changing(anEvent, { ...EVENT, revision: { why: 'early', late_fix_id: null } }),
    other: {
      type: 'SUSPICIOUS_APPROACH',
      category: 'CONTRABAND',
      title: 'Another',
      text: 'Three skiffs.',
      severity: 'LOW',
      status: 'CONFIRMED',
      start_at: noon(-20),
      end_at: noon(20),
      mmsis: [OTHER],
      confidence: 1,
      evidence_fix_ids: ['1'],
      file_ids: async (sea: Sea) => [await aFile(sea)],
      'revision.why': 'late',
      'revision.late_fix_id': '1',
    },
  },
  getVesselEventsAndDisasters: {
    base: async (sea) => (await anEvent(sea), await anEvent(sea), {}),
    other: {
      types: 'DISABLED_VESSEL',
      category: 'CONTRABAND',
      from: noon(300),
      to: noon(-300),
      status: 'REMOVED',
      mmsi: OTHER,
    },
  },
  removeVesselEventsAndDisasters: { base: async (sea) => ({ id: await anEvent(sea), reason: 'none' }) },
  getEventType: { base: () => ({}) },
  getEventCategory: { base: () => ({}) },
  uploadEventFile: { other: { name: 'elsewhere: server/src/events/events.test.ts' } },
  getEventFile: { base: async (sea) => ({ id: await aFile(sea) }) },
  getEventFilePreview: { base: async (sea) => ({ id: await aFile(sea) }) },
  getMarineBoundaries: {
    base: async (sea) => (await aBoundary(sea), { kinds: ['12NM'], bbox: [70, 8, 74, 12] }),
    other: { kinds: ['24NM'], simplify: 0.5, part: 'limit' },
  },
  getWatersAt: {
    base: async (sea) => (await aBoundary(sea), { lat: 10, lon: 72 }),
    other: { lat: -60, lon: 0 },
  },
  'EEZ add': { base: () => structuredClone(BOUNDARY), other: boundaryFields },
  'EEZ get': {
    base: async (sea) => (await aBoundary(sea), { country: 'PAK' }),
    other: { country: 'LKA', kind: '24NM', simplify: 1, geometry: false },
  },
  'EEZ update': { base: changing(aBoundary, {}), other: boundaryFields },
  'EEZ delete': { base: async (sea) => ({ id: await aBoundary(sea) }) },
  checkEezImport: {
    base: () => ({ name: 'x.geojson', source: 'x', edition: '1' }),
    bytes: boundaries(),
    state: async (sea, _, told) => {
      await sea.tell('commitEezImport', { id: (told.Data as { id: string }).id })
      return sea.dataOf('EEZ get', { country: 'MDV', kind: '12NM' })
    },
    other: {
      name: 'y.geojson',
      source: 'y',
      edition: '2',
      simplify: 0.1,
      'columns.mrgid': 'id2',
      'columns.name': 'name2',
      'columns.kind': 'kind2',
      'columns.country': 'iso2',
      'columns.sovereign': 'iso2',
    },
  },
  commitEezImport: { base: checked },
  getTrackCorrelationDecisions: {
    base: async ({ call }) => (
      await call(decideTrackCorrelation, copied(undecided())),
      await call(decideTrackCorrelation, copied(undecided())),
      {}
    ),
  },
  getTrackCorrelationVersions: {
    base: async ({ call }) => ({ id: (await call(decideTrackCorrelation, copied(undecided()))).id }),
  },
  decideTrackCorrelation: {
    base: undecided,
    other: {
      'a.mmsi': OTHER,
      'a.split_id': 1,
      'a.source': 'SATX',
      'a.manual_track_id': 'none',
      'b.mmsi': SHIP,
      'b.split_id': 1,
      'b.source': 'SATX',
      'b.manual_track_id': 'none',
      from: noon(-10),
      to: noon(10),
      decision: 'CONFIRMED',
      expected_version: 7,
    },
  },
  getReplayBookmarks: {
    base: async ({ call }) => (
      await call(saveReplayBookmark, MARK),
      await call(saveReplayBookmark, MARK),
      {}
    ),
    other: { from: noon(300), to: noon(-300) },
  },
  saveReplayBookmark: {
    base: changing(async ({ call }) => (await call(saveReplayBookmark, MARK)).id, MARK),
    other: { title: 'There', note: 'Some words', at: noon(5), link: '/home/map/replay?x=1' },
  },
  deleteReplayBookmark: { base: async ({ call }) => ({ id: (await call(saveReplayBookmark, MARK)).id }) },
  getRecordings: {
    base: async ({ call }) => (
      await call(saveRecording, RECORDING),
      await call(saveRecording, RECORDING),
      {}
    ),
  },
  saveRecording: {
    base: changing(async ({ call }) => (await call(saveRecording, RECORDING)).id, RECORDING),
    other: { note: 'Some words', from: noon(-10), to: noon(10) },
  },
  deleteRecording: { base: async ({ call }) => ({ id: (await call(saveRecording, RECORDING)).id }) },
  getAisFilters: { base: async (sea) => (await aFilter(sea), {}) },
  saveAisFilter: {
    base: changing(aFilter, { name: 'x', visibility: 'CENTRE', filter: {} }),
    other: clausesOf(),
  },
  deleteAisFilter: { base: async (sea) => ({ id: await aFilter(sea) }) },
  getZones: {
    base: async ({ call }) => (
      await call(addZone, { name: 'One', geometry: HERE }),
      await call(addZone, { name: 'Two', geometry: HERE }),
      {}
    ),
  },
  addZone: { base: aZone, other: { name: '' } },
  updateZone: {
    base: async ({ call }) => ({ id: (await call(addZone, aZone())).id, expected_version: 1 }),
    other: { name: '' },
  },
  deleteZone: { base: async ({ call }) => ({ id: (await call(addZone, aZone())).id }) },
} satisfies Partial<Record<OperationName, Row>>
