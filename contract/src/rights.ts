/** Who may call an operation at all; finer cuts are in `cut`. */
export type Who = 'public' | 'user' | 'admin'

/** What the table says of one operation. */
export type Right = {
  who: Who
  /**
   * How an answer or a change is cut for those who may call: `own` - only what is the caller's own unless an
   * administrator; `group` - own, of a shared group, or of the centre; `release` - rows by the caller's sources
   * and zones; `summary` - others than administrators get a part.
   */
  cut?: 'own' | 'group' | 'release' | 'summary'
  /** The one audit record a call leaves: of a change, or of reading something sensitive. */
  leaves?: 'change' | 'read'
  /** Allowed while the password is still the one somebody else chose, or a required second factor is missing. */
  early?: true
  /** Bytes travel: in the request after its input, or in the answer after its Data. */
  stream?: 'up' | 'down'
  /**
   * May take long, `past` only with `as_of`: a few of a user run at once, the others wait in that user's own queue, and
   * all end with their client.
   */
  costly?: 'always' | 'past'
}

/** Tells of the sea what the caller may see of it: quickly, quickly but for the past, or after a search. */
const TELLS = { who: 'user', cut: 'release' } as const
const TELLS_AS_OF = { ...TELLS, costly: 'past' } as const
const SEARCHES = { ...TELLS, costly: 'always' } as const

/** The rights of every operation. An operation without a row does not compile, a row without an operation fails a test. */
export const RIGHTS = {
  // Sessions and users
  login: { who: 'public', leaves: 'change' },
  refreshSession: { who: 'public' },
  logout: { who: 'user', cut: 'own', leaves: 'change', early: true },
  getUsers: { who: 'user', cut: 'summary' },
  addUser: { who: 'admin', leaves: 'change' },
  updateUser: { who: 'user', cut: 'own', leaves: 'change' },
  blockOrUnblockUser: { who: 'admin', leaves: 'change' },
  unlockUser: { who: 'admin', leaves: 'change' },
  deleteUser: { who: 'admin', leaves: 'change' },
  restoreUser: { who: 'admin', leaves: 'change' },
  changePassword: { who: 'user', cut: 'own', leaves: 'change', early: true },
  updatePassword: { who: 'admin', leaves: 'change' },
  getUserSessions: { who: 'user', cut: 'own', leaves: 'read' },
  endSession: { who: 'user', cut: 'own', leaves: 'change' },
  saveTimezones: { who: 'user', cut: 'own', leaves: 'change' },
  getTimezones: { who: 'user' },
  getSessionTimeoutDuration: { who: 'user', early: true },
  updateSessionTimeoutDuration: { who: 'admin', leaves: 'change' },
  getSecondFactor: { who: 'user', cut: 'own', early: true },
  startTotp: { who: 'user', cut: 'own', leaves: 'change', early: true },
  confirmTotp: { who: 'user', cut: 'own', leaves: 'change', early: true },
  removeTotp: { who: 'user', cut: 'own', leaves: 'change' },
  newRecoveryCodes: { who: 'user', cut: 'own', leaves: 'change' },
  startPasskey: { who: 'user', cut: 'own', leaves: 'change', early: true },
  finishPasskey: { who: 'user', cut: 'own', leaves: 'change', early: true },
  removePasskey: { who: 'user', cut: 'own', leaves: 'change' },
  resetSecondFactor: { who: 'admin', leaves: 'change' },
  getZones: { who: 'user', cut: 'summary' },
  addZone: { who: 'admin', leaves: 'change' },
  updateZone: { who: 'admin', leaves: 'change' },
  deleteZone: { who: 'admin', leaves: 'change' },
  getSightOfUser: { who: 'admin', leaves: 'read', costly: 'always' },
  // Audit
  getUserActivity: { who: 'user', cut: 'own', leaves: 'read', costly: 'always' },
  getAudit: { who: 'admin', leaves: 'read', costly: 'always' },
  verifyAudit: { who: 'admin', leaves: 'read', costly: 'always' },
  exportAudit: { who: 'admin', leaves: 'read', stream: 'down', costly: 'always' },
  // Settings
  static: { who: 'public', cut: 'summary' },
  'static pdf': { who: 'user', stream: 'down' },
  updateStatic: { who: 'admin', leaves: 'change' },
  uploadStaticPdf: { who: 'admin', leaves: 'change', stream: 'up' },
  getSystemUtils: { who: 'user', cut: 'summary' },
  getMapProfiles: { who: 'user', cut: 'group' },
  addMapProfile: { who: 'user', cut: 'group', leaves: 'change' },
  updateMapProfile: { who: 'user', cut: 'own', leaves: 'change' },
  deleteMapProfile: { who: 'user', cut: 'own', leaves: 'change' },
  changeMapProfile: { who: 'user', cut: 'group', leaves: 'change' },
  getAdminSettings: { who: 'user', cut: 'summary' },
  updateAdminSettings: { who: 'admin', leaves: 'change' },
  getStorage: { who: 'admin' },
  archiveDay: { who: 'admin', leaves: 'change' },
  restoreDay: { who: 'admin', leaves: 'change' },
  getSystemTime: { who: 'public' },
  getReleaseNotes: { who: 'user' },
  markReleaseNotesRead: { who: 'user', cut: 'own', leaves: 'change' },
  getBaseLayers: { who: 'user' },
  // Areas
  'AOI add': { who: 'user', cut: 'group', leaves: 'change' },
  'AOI get': { who: 'user', cut: 'group' },
  'AOI update': { who: 'user', cut: 'own', leaves: 'change' },
  'AOI delete': { who: 'user', cut: 'own', leaves: 'change' },
  getAoiVersions: { who: 'user', cut: 'group' },
  // Vessel lists
  createVesselList: { who: 'user', cut: 'group', leaves: 'change' },
  getVesselList: { who: 'user', cut: 'group' },
  addVesselToList: { who: 'user', cut: 'group', leaves: 'change' },
  getVesselListByMmsi: { who: 'user', cut: 'group' },
  getVesselsByVesselList: TELLS,
  deleteVesselList: { who: 'user', cut: 'own', leaves: 'change' },
  removeVesselFromList: { who: 'user', cut: 'group', leaves: 'change' },
  // Manual tracks and exercises
  getManualTracks: { who: 'user', cut: 'group' },
  insertUpdateManualTrack: { who: 'user', cut: 'group', leaves: 'change' },
  deleteManualTrack: { who: 'user', cut: 'own', leaves: 'change' },
  ttxOverlay: { who: 'user', cut: 'group' },
  'ttxOverlay write': { who: 'user', cut: 'group', leaves: 'change' },
  getExercises: { who: 'user', cut: 'group' },
  saveExercise: { who: 'user', cut: 'group', leaves: 'change' },
  // Events
  addVesselEventsAndDisasters: { who: 'user', cut: 'group', leaves: 'change' },
  getVesselEventsAndDisasters: TELLS,
  removeVesselEventsAndDisasters: { who: 'user', cut: 'own', leaves: 'change' },
  getEventType: { who: 'user' },
  getEventCategory: { who: 'user' },
  uploadEventFile: { who: 'user', leaves: 'change', stream: 'up' },
  getEventFile: { who: 'user', cut: 'group', stream: 'down' },
  getEventFilePreview: { who: 'user', cut: 'group' },
  // Reference
  getMarineBoundaries: { who: 'user' },
  getWatersAt: { who: 'user' },
  'EEZ add': { who: 'admin', leaves: 'change' },
  'EEZ get': { who: 'user' },
  'EEZ update': { who: 'admin', leaves: 'change' },
  'EEZ delete': { who: 'admin', leaves: 'change' },
  checkEezImport: { who: 'admin', leaves: 'change', stream: 'up' },
  commitEezImport: { who: 'admin', leaves: 'change' },
  // Feeds
  getFeeds: { who: 'admin' },
  addFeed: { who: 'admin', leaves: 'change' },
  updateFeed: { who: 'admin', leaves: 'change' },
  deleteFeed: { who: 'admin', leaves: 'change' },
  getSourceWiseStatus: TELLS,
  getSourceWiseAisInfo: SEARCHES,
  getSourceCoveredRegions: SEARCHES,
  // Picture
  getAisDetailsByVessel: TELLS_AS_OF,
  getVesselData: TELLS_AS_OF,
  filterAisData: SEARCHES,
  explainHidden: TELLS_AS_OF,
  getAisFilters: { who: 'user', cut: 'group' },
  saveAisFilter: { who: 'user', cut: 'group', leaves: 'change' },
  deleteAisFilter: { who: 'user', cut: 'own', leaves: 'change' },
  getVesselStats: TELLS_AS_OF,
  getWeather: { who: 'user' },
  getWeatherGrid: { who: 'user' },
  getWeatherPoint: { who: 'user' },
  quickSearch: SEARCHES,
  aisFieldsAutocomplete: SEARCHES,
  getAisIndicative: TELLS_AS_OF,
  getAisUtils: TELLS,
  getBlacklist: { who: 'user' },
  addToBlacklist: { who: 'admin', leaves: 'change' },
  removeFromBlacklist: { who: 'admin', leaves: 'change' },
  getAdsbData: TELLS_AS_OF,
  // History
  getTrackForMmsi: SEARCHES,
  getTrailData: SEARCHES,
  getAisHistoryForTrackBtwInterval: SEARCHES,
  getRawMessages: SEARCHES,
  getDaysInFiles: { who: 'user' },
  // Exchange
  createExport: { who: 'user', cut: 'own', leaves: 'read' },
  getExport: { who: 'user', cut: 'release', leaves: 'read', stream: 'down', costly: 'always' },
  getImports: { who: 'admin' },
  getImport: { who: 'admin' },
  startImport: { who: 'admin', leaves: 'change' },
  uploadImportPart: { who: 'admin', leaves: 'change', stream: 'up' },
  checkImport: { who: 'admin', leaves: 'change' },
  commitImport: { who: 'admin', leaves: 'change' },
  undoImport: { who: 'admin', leaves: 'change' },
  cancelImport: { who: 'admin', leaves: 'change' },
  // Replay
  getPastSky: { who: 'user', cut: 'release', stream: 'down', costly: 'always' },
  getReplayTracks: SEARCHES,
  getReplayChunk: { who: 'user', cut: 'release', stream: 'down', costly: 'always' },
  getPicture: SEARCHES,
  getReplayBookmarks: { who: 'user', cut: 'group' },
  saveReplayBookmark: { who: 'user', cut: 'group', leaves: 'change' },
  deleteReplayBookmark: { who: 'user', cut: 'own', leaves: 'change' },
  getRecordings: { who: 'user', cut: 'group' },
  saveRecording: { who: 'user', cut: 'group', leaves: 'change' },
  deleteRecording: { who: 'user', cut: 'own', leaves: 'change' },
  // Tracks
  getHeatmapData: SEARCHES,
  getTrackEvents: SEARCHES,
  getTrackCorrelation: SEARCHES,
  getTrackCorrelationDecisions: TELLS,
  getTrackCorrelationVersions: TELLS,
  decideTrackCorrelation: { who: 'user', cut: 'release', leaves: 'change' },
} as const satisfies Record<string, Right>

export type OperationName = keyof typeof RIGHTS
/** The row of an operation. */
export const rightOf = (name: OperationName): Right => RIGHTS[name]

/** The kinds of caller the rights are tried with. */
export const CALLER_KINDS = [
  'nobody',
  'user',
  'userOfOneSource',
  'userOfOneZone',
  'blocked',
  'expired',
  'administrator',
] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

/** What an operation must answer a kind of caller: it runs, or the code of its refusal. */
export function verdictOf(name: OperationName, kind: CallerKind): 'runs' | 'SESSION_EXPIRED' | 'FORBIDDEN' {
  const { who } = rightOf(name)
  if (who === 'public') return 'runs'
  if (kind === 'nobody' || kind === 'blocked' || kind === 'expired') return 'SESSION_EXPIRED'
  return who === 'admin' && kind !== 'administrator' ? 'FORBIDDEN' : 'runs'
}
