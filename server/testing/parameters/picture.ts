import { createExport } from '@samudra/contract/exchange'
import { getReplayTracks } from '@samudra/contract/replay'
import type { OperationName } from '@samudra/contract/rights'
import { clausesOf } from './common.ts'
import type { Row } from './row.ts'
import { ELSEWHERE, HERE, noon, OTHER, SHIP, type Sea } from './sea.ts'

/** Between what arrived by then and what was observed by then there is a difference. */
const THEN = { as_of: noon(1.75) }
const PERIOD = { from: noon(-40), to: noon(40) }
const SHIFTED = { from: noon(-10), to: noon(10) }
const WIDE = [60, -30, 90, 30]
const replayed = { ...PERIOD, knowledge: 'AS_KNOWN' } as const
const opened = async ({ call }: Sea) => ({ id: (await call(getReplayTracks, replayed)).replay_id, n: 0 })
const pair = { a: { mmsi: SHIP }, b: { mmsi: OTHER }, ...PERIOD }

export const PICTURE = {
  getAisDetailsByVessel: {
    base: () => ({ mmsi: SHIP, split_id: 0, ...THEN }),
    other: { as_of: noon(-20), split_id: 1 },
  },
  getVesselData: {
    base: () => THEN,
    other: { as_of: noon(-20), mmsi: OTHER, imo: '9074729', since: '999999999' },
  },
  filterAisData: { base: () => ({ filter: {}, ...THEN }), other: { ...clausesOf(), as_of: noon(-20) } },
  explainHidden: {
    base: () => ({ mmsi: SHIP, split_id: 0, filter: { speed: { min: 30 } }, ...THEN }),
    other: { ...clausesOf(), as_of: noon(-20), mmsi: OTHER },
  },
  getVesselStats: { base: () => ({ by: 'source', ...THEN }), other: { by: 'ship_type' } },
  aisFieldsAutocomplete: {
    base: () => ({ field: 'any', q: 'matsya' }),
    other: { field: 'mmsi', q: 'kochi' },
  },
  getAisIndicative: { base: () => ({ bbox: WIDE, zoom: 9, ...THEN }), other: { zoom: 3 } },
  getAisUtils: {
    base: () => ({}),
    other: {
      since_version: async (_: Sea, base: object, ask: (input: object) => Promise<{ Data: unknown }>) =>
        ((await ask(base)).Data as { version: string }).version,
    },
  },
  getBlacklist: { base: () => ({}) },
  addToBlacklist: { base: () => ({ mmsi: '419000050', reason: 'a reason' }) },
  removeFromBlacklist: { base: () => ({ mmsi: OTHER }), other: { mmsi: 'none' } },
  // Two ports bear this name; which is first depends on where one looks.
  quickSearch: { base: () => ({ q: 'kochi', lat: 10, lon: 75 }), other: { lat: 89, lon: 134 } },
  getAdsbData: {
    base: () => ({}),
    other: {
      since: '2099-01-01T00:00:00Z',
      'filter.q': 'FLY1',
      'filter.source_types': ['MLAT'],
      'filter.sources': ['NONE'],
      'filter.alt_from_ft': 20_000,
      'filter.alt_to_ft': 20_000,
      'filter.on_ground': true,
    },
  },
  getPastSky: {
    base: ({ skyAt }) => ({ as_of: skyAt, bbox: [60, -30, 90, 40] }),
    other: {
      bbox: [60, -30, 90, 20],
      as_of: noon(0),
      'filter.q': 'FLY1',
      'filter.source_types': ['MLAT'],
      'filter.sources': ['NONE'],
      'filter.alt_from_ft': 20_000,
      'filter.alt_to_ft': 20_000,
      'filter.on_ground': true,
    },
  },
  getTrackForMmsi: {
    base: () => ({ mmsi: SHIP }),
    other: { split_id: 1, ...SHIFTED, interval: '10 minutes', max_points: 2 },
  },
  getTrailData: {
    base: () => ({ mmsis: [SHIP], trail_type: 'interval', ...PERIOD }),
    other: { mmsis: [OTHER], trail_type: 'length', length: '10 minutes', ...SHIFTED, as_of: noon(10) },
  },
  getAisHistoryForTrackBtwInterval: {
    base: () => ({ mmsi: SHIP, ...PERIOD }),
    other: { mmsi: OTHER, ...SHIFTED, by: 'ARRIVAL', as_of: noon(0) },
  },
  getRawMessages: {
    base: () => ({ mmsi: SHIP, fix_id: '1' }),
    other: {
      fix_id: 'elsewhere: server/src/feeds/raw.test.ts',
      mmsi: 'elsewhere: server/src/feeds/raw.test.ts',
    },
  },
  getDaysInFiles: {
    base: () => PERIOD,
    other: {
      from: 'elsewhere: server/src/history/days-in-files.test.ts',
      to: 'elsewhere: server/src/history/days-in-files.test.ts',
    },
  },
  getHeatmapData: {
    base: () => ({ bbox: WIDE, ...PERIOD }),
    other: {
      ...SHIFTED,
      cell_deg: 1,
      metric: 'vessels',
      filter_id: ({ filter }: Sea) => filter.id,
      as_of: noon(0),
    },
  },
  getTrackEvents: {
    base: () => ({ mmsi: SHIP, from: noon(-60), to: noon(60) }),
    other: { ...SHIFTED, mmsi: OTHER, split_id: 1 },
  },
  getTrackCorrelation: {
    base: () => pair,
    other: {
      ...SHIFTED,
      'a.mmsi': OTHER,
      'a.split_id': 1,
      'a.source': 'SATX',
      'a.manual_track_id': 'none',
      'b.mmsi': SHIP,
      'b.split_id': 1,
      'b.source': 'SATX',
      'b.manual_track_id': 'none',
      max_dt_s: 10,
      max_dist_nm: 60,
    },
  },
  createExport: {
    base: () => ({ format: 'CSV', mmsis: [SHIP], ...PERIOD }),
    other: { format: 'KML', ...SHIFTED, mmsis: [OTHER], area: ELSEWHERE },
    state: async (sea, _, told) => sea.bytesOf('getExport', { id: (told.Data as { id: string }).id }),
  },
  getExport: {
    base: async ({ call }) => ({
      id: (await call(createExport, { format: 'CSV', area: HERE, ...PERIOD })).id,
    }),
  },
  getReplayTracks: {
    base: () => replayed,
    other: {
      ...clausesOf(),
      ...SHIFTED,
      known_by: noon(-30),
      step_s: 3600,
      digest: false,
    },
  },
  getReplayChunk: { base: opened, other: { n: 1, at: noon(3) } },
  getPicture: {
    base: () => ({ at: noon(1.75), knowledge: 'AS_KNOWN' }),
    other: { ...clausesOf(), at: noon(-20), known_by: noon(-30) },
  },
} satisfies Partial<Record<OperationName, Row>>
