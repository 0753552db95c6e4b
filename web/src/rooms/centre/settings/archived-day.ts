import type { ArchivedDay } from '@samudra/contract/storage'

const STATES: Record<ArchivedDay['state'], string> = {
  WRITING: 'archiving',
  WRITTEN: 'archived, also in database',
  REMOVING: 'being removed from database',
  REMOVED: 'archived only',
  RESTORING: 'being restored',
  RESTORED: 'restored',
  FAILED: 'failed',
}
const FAILED: Record<NonNullable<ArchivedDay['failed']>, string> = {
  WRITING: 'archiving failed',
  REMOVING: 'removal from database failed',
  RESTORING: 'restore failed',
}

type Day = Pick<ArchivedDay, 'state' | 'failed' | 'bytes'>

/** Where a day in a file stands, in words. */
export const stateOf = ({ state, failed }: Day): string => (failed === null ? STATES[state] : FAILED[failed])

/** Returns the action offered beside a day; after a failure only the step possible then. */
export function offeredFor({ state, failed, bytes }: Day): 'READ_BACK' | 'TAKE_OUT' | null {
  if (failed === 'REMOVING') return 'TAKE_OUT'
  if (bytes === 0) return null
  return state === 'REMOVED' || state === 'WRITTEN' || failed === 'RESTORING' ? 'READ_BACK' : null
}
