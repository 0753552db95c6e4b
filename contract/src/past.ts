import type { OperationName, RIGHTS } from './rights.ts'

/** Operations that change nothing. */
type ReadName = {
  [Name in OperationName]: (typeof RIGHTS)[Name] extends { leaves: 'change' } ? never : Name
}[OperationName]

/**
 * How a read answers about the past: `AS_OF` takes the instant whose belief is asked for; `PERIOD` names its instants
 * itself; `VERSIONS` tells all that was ever believed; `NOW` tells nothing that people edit, or only names it for the
 * next question.
 */
type Past = 'AS_OF' | 'PERIOD' | 'VERSIONS' | 'NOW'

/** The past of every read; an operation that reads does not compile without saying which. */
export const PAST_OF_READS = {
  // Sessions, users, zones and settings are administered: what they were is in the audit record
  refreshSession: 'NOW',
  getUsers: 'NOW',
  getUserSessions: 'NOW',
  getTimezones: 'NOW',
  getSessionTimeoutDuration: 'NOW',
  getSecondFactor: 'NOW',
  getZones: 'NOW',
  getSightOfUser: 'NOW',
  getUserActivity: 'PERIOD',
  getAudit: 'PERIOD',
  verifyAudit: 'NOW',
  exportAudit: 'PERIOD',
  static: 'NOW',
  'static pdf': 'NOW',
  getSystemUtils: 'NOW',
  getMapProfiles: 'AS_OF',
  getAdminSettings: 'NOW',
  getStorage: 'NOW',
  getSystemTime: 'NOW',
  getReleaseNotes: 'NOW',
  getBaseLayers: 'NOW',
  // What people edit
  'AOI get': 'AS_OF',
  getAoiVersions: 'VERSIONS',
  getVesselList: 'AS_OF',
  getVesselListByMmsi: 'AS_OF',
  getVesselsByVesselList: 'AS_OF',
  getManualTracks: 'AS_OF',
  ttxOverlay: 'AS_OF',
  getExercises: 'AS_OF',
  getVesselEventsAndDisasters: 'AS_OF',
  getEventType: 'NOW',
  getEventCategory: 'NOW',
  getEventFile: 'NOW',
  getEventFilePreview: 'NOW',
  getMarineBoundaries: 'AS_OF',
  getWatersAt: 'AS_OF',
  'EEZ get': 'AS_OF',
  getAisFilters: 'AS_OF',
  getBlacklist: 'AS_OF',
  getReplayBookmarks: 'AS_OF',
  getRecordings: 'AS_OF',
  getTrackCorrelationDecisions: 'AS_OF',
  getTrackCorrelationVersions: 'VERSIONS',
  // What was heard
  getFeeds: 'NOW',
  getSourceWiseStatus: 'NOW',
  getSourceWiseAisInfo: 'PERIOD',
  getSourceCoveredRegions: 'PERIOD',
  getAisDetailsByVessel: 'AS_OF',
  getVesselData: 'AS_OF',
  filterAisData: 'AS_OF',
  explainHidden: 'AS_OF',
  getVesselStats: 'AS_OF',
  getAisIndicative: 'AS_OF',
  aisFieldsAutocomplete: 'NOW',
  getAisUtils: 'NOW',
  getWeather: 'NOW',
  getWeatherGrid: 'PERIOD',
  getWeatherPoint: 'PERIOD',
  quickSearch: 'NOW',
  getAdsbData: 'AS_OF',
  getPastSky: 'AS_OF',
  getTrackForMmsi: 'AS_OF',
  getTrailData: 'AS_OF',
  getAisHistoryForTrackBtwInterval: 'AS_OF',
  getRawMessages: 'PERIOD',
  getDaysInFiles: 'PERIOD',
  createExport: 'PERIOD',
  getExport: 'NOW',
  getImports: 'NOW',
  getImport: 'NOW',
  getReplayTracks: 'PERIOD',
  getReplayChunk: 'PERIOD',
  getPicture: 'PERIOD',
  getHeatmapData: 'AS_OF',
  getTrackEvents: 'AS_OF',
  getTrackCorrelation: 'AS_OF',
} as const satisfies Record<ReadName, Past>
