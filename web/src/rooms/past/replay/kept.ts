import { bookmarkKind, recordingKind } from '@samudra/contract/replay'
import { declareStore } from '../../../kept/stores.ts'

/** What replays are worked with is shown as it is now, whatever the map shows. */
export const bookmarks = declareStore(bookmarkKind, { isOfNow: true })
export const recordings = declareStore(recordingKind, { isOfNow: true })
