import type { ArchivedDay } from '@samudra/contract/storage'

const STATES: Record<ArchivedDay['state'], string> = {
  WRITING: 'being written',
  WRITTEN: 'in a file and here',
  REMOVING: 'leaving the database',
  REMOVED: 'in a file only',
  RESTORING: 'being read back',
  RESTORED: 'restored, as received',
  FAILED: 'failed',
}
const FAILED: Record<NonNullable<ArchivedDay['failed']>, string> = {
  WRITING: 'could not be written',
  REMOVING: 'could not leave the database whole',
  RESTORING: 'not read back',
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
