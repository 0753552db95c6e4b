import { bookmarkKind, recordingKind } from '@samudra/contract/replay'
import { keep } from '../../../kept/kept.ts'

/** What replays are worked with is shown as it is now, whatever the map shows. */
export const bookmarks = keep(bookmarkKind, { isOfNow: true })
export const recordings = keep(recordingKind, { isOfNow: true })
