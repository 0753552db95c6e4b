import type { Bbox } from '@samudra/contract/kernel'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import type { Others } from '../../../platform/kernel/cluster/others.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Topics } from '../../../sea/topics.ts'

export type BookmarkBody = { title: string; note: string; at: string; link: string }
export type RecordingBody = { name: string; note: string; from: string; to: string | null; bbox: Bbox | null }
export type Stored = { bookmarks: Objects<BookmarkBody>; recordings: Objects<RecordingBody> }

/** Bookmarks and recordings, read from the database. */
export async function openReplayObjects(needs: { db: Db; clock: Clock; others?: Others }): Promise<Stored> {
  const bookmarks = await openObjects<BookmarkBody>(needs, {
    type: 'replay_bookmark',
    noun: 'bookmark',
    everybodyShares: true,
  })
  const recordings = await openObjects<RecordingBody>(needs, {
    type: 'recording',
    noun: 'recording',
    everybodyShares: true,
  })
  return { bookmarks, recordings }
}

/** The periods that outlive the retention of fixes; a running one has no end yet. */
export const protectedPeriods = ({ recordings }: Stored): Topics['protectedPeriods'] =>
  [...recordings.all()].map(({ body }) => ({
    from: Date.parse(body.from),
    to: body.to === null ? null : Date.parse(body.to),
  }))
