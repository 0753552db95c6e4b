import type { AuditRecord } from '@samudra/contract/audit'
import { RIGHTS } from '@samudra/contract/rights'
import { changesOf } from './record-changes.ts'

type Leaving = {
  [Name in keyof typeof RIGHTS]: (typeof RIGHTS)[Name] extends { leaves: string } ? Name : never
}[keyof typeof RIGHTS]

/** What every operation that leaves a record did, as people say it. */
const ACTION_WORDS: Record<Leaving, string> = {
  login: 'Logged in',
  logout: 'Logged out',
  addUser: 'Added a user',
  updateUser: 'Changed a user',
  blockOrUnblockUser: 'Blocked or unblocked a user',
  unlockUser: 'Unlocked a user',
  deleteUser: 'Deleted a user',
  restoreUser: 'Restored a user',
  changePassword: 'Changed the own password',
  updatePassword: 'Set the password of a user',
  getUserSessions: 'Read open sessions',
  endSession: 'Ended a session',
  saveTimezones: 'Changed how times and distances are shown',
  updateSessionTimeoutDuration: 'Changed when sessions end',
  startTotp: 'Began to set up an authenticator',
  confirmTotp: 'Set up an authenticator',
  removeTotp: 'Removed an authenticator',
  newRecoveryCodes: 'Made new recovery codes',
  startPasskey: 'Began to set up a passkey',
  finishPasskey: 'Set up a passkey',
  removePasskey: 'Removed a passkey',
  resetSecondFactor: 'Reset the second factor of a user',
  addZone: 'Added a zone',
  updateZone: 'Changed a zone',
  deleteZone: 'Deleted a zone',
  getSightOfUser: 'Looked at what a user sees',
  getUserActivity: 'Read the record',
  getAudit: 'Read the record',
  verifyAudit: 'Verified the record',
  exportAudit: 'Exported the record',
  updateStatic: 'Changed a page',
  uploadStaticPdf: 'Uploaded a PDF of a page',
  addMapProfile: 'Added a map profile',
  updateMapProfile: 'Changed a map profile',
  deleteMapProfile: 'Deleted a map profile',
  changeMapProfile: 'Chose a map profile',
  updateAdminSettings: 'Changed a setting of the system',
  archiveDay: 'Put a day into a file',
  restoreDay: 'Brought a day back from its file',
  markReleaseNotesRead: 'Read the release notes',
  'AOI add': 'Added an area',
  'AOI update': 'Changed an area',
  'AOI delete': 'Deleted an area',
  createVesselList: 'Made a vessel list',
  addVesselToList: 'Put a vessel on a list',
  deleteVesselList: 'Deleted a vessel list',
  removeVesselFromList: 'Took a vessel off a list',
  insertUpdateManualTrack: 'Plotted or changed a manual track',
  deleteManualTrack: 'Deleted a manual track',
  'ttxOverlay write': 'Changed the overlay of an exercise',
  saveExercise: 'Saved an exercise',
  addVesselEventsAndDisasters: 'Reported or changed an event',
  removeVesselEventsAndDisasters: 'Removed an event',
  uploadEventFile: 'Uploaded a file of an event',
  'EEZ add': 'Added a boundary',
  'EEZ update': 'Changed a boundary',
  'EEZ delete': 'Deleted a boundary',
  checkEezImport: 'Checked a file of boundaries',
  commitEezImport: 'Took boundaries in from a file',
  addFeed: 'Added a feed',
  updateFeed: 'Changed a feed',
  deleteFeed: 'Deleted a feed',
  saveAisFilter: 'Saved a filter',
  deleteAisFilter: 'Deleted a filter',
  addToBlacklist: 'Put a ship on the blacklist',
  removeFromBlacklist: 'Took a ship off the blacklist',
  createExport: 'Asked for an export',
  getExport: 'Downloaded an export',
  startImport: 'Began an import of tracks',
  uploadImportPart: 'Uploaded a part of an import',
  checkImport: 'Checked an import',
  commitImport: 'Stored an import',
  undoImport: 'Undid an import',
  cancelImport: 'Cancelled an import',
  saveReplayBookmark: 'Saved a bookmark',
  deleteReplayBookmark: 'Deleted a bookmark',
  saveRecording: 'Saved a recording',
  deleteRecording: 'Deleted a recording',
  decideTrackCorrelation: 'Decided whether two tracks are one ship',
}

/** In words; a code nobody knows here stands as it is. */
export const actionWords = (action: string): string =>
  (ACTION_WORDS as Partial<Record<string, string>>)[action] ?? action

/** Every action by its words, in their order; two codes of the same words are told apart by the code. */
export const ACTION_CHOICES = Object.entries(ACTION_WORDS)
  .map(([value, words]) => {
    const isAlone = Object.values(ACTION_WORDS).filter((one) => one === words).length === 1
    return { value, label: isAlone ? words : `${words} (${value})` }
  })
  .sort((a, b) => a.label.localeCompare(b.label))

/** Fields of a user that change with every change. */
const ALWAYS = ['version', 'updated_at']

/** A palette, unit or zone that somebody chose for themselves. */
export function isOfDisplay({ action, before, after, result }: AuditRecord): boolean {
  if (result !== 'OK') return false
  if (action === 'saveTimezones') return true
  if (action !== 'updateUser') return false
  const changed = changesOf(before, after)
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
    .map(({ field }) => field)
    .filter((field) => !ALWAYS.includes(field))
  return changed.every((field) => field === 'userSettings')
}

export type Gathered = AuditRecord & { times: number }

/** Changes of the display that follow each other are one row, the newest of them, with how many they were. */
export function gathered(records: readonly AuditRecord[]): Gathered[] {
  const rows: Gathered[] = []
  for (const record of records) {
    const last = rows.at(-1)
    if (last !== undefined && last.actor_id === record.actor_id && isOfDisplay(last) && isOfDisplay(record))
      last.times++
    else rows.push({ ...record, times: 1 })
  }
  return rows
}
