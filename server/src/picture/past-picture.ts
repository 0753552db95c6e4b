import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import type { FixBatch } from '../kernel/topics.ts'
import type { FeedNames } from './feed-names.ts'
import { Picture } from './picture.ts'
import { restoreStatics } from './restore.ts'
import type { StaticsRow } from './statics.sql.ts'

/** What was known at an instant: the last fix of each source for each contact, what contacts were called, and the blacklist. */
export type KnownThen = (
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
) => Promise<{ fixes: FixBatch; statics: StaticsRow[]; blacklisted: ReadonlySet<number> }>
export type PastPicture = (
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
) => Promise<Picture>

/** Work longer than this lets the feeds speak first. */
const SLICE_MS = 15
const LOOK_EVERY = 2000

/** Builds pictures of the past, which are asked as the present one is. */
export const pastPicture =
  (names: FeedNames, knownThen: KnownThen): PastPicture =>
  async (at, knowledge, mmsis) => {
    const { fixes, statics, blacklisted } = await knownThen(at, knowledge, mmsis)
    const picture = new Picture(names, blacklisted)
    let sliceBegan = performance.now()
    for (let i = 0; i < fixes.count; i++) {
      picture.restore(fixes, i)
      if (i % LOOK_EVERY !== 0 || performance.now() - sliceBegan < SLICE_MS) continue
      await new Promise((resolve) => setImmediate(resolve))
      sliceBegan = performance.now()
    }
    restoreStatics(picture, statics)
    return picture
  }
