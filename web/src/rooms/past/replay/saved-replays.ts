import { bookmarkKind, recordingKind } from '@samudra/contract/replay'
import { declareStore } from '../../../stored/stores.ts'

/** Bookmarks of replays, always as they are now. */
export const bookmarks = declareStore(bookmarkKind, { isOfNow: true })
export const recordings = declareStore(recordingKind, { isOfNow: true })
