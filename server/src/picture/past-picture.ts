import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import { breathe } from '../kernel/breathe.ts'
import type { FixBatch } from '../sea/fix-batch.ts'
import type { FeedNames } from '../sea/names.ts'
import { Picture } from './picture.ts'
import { restoreStatics } from './restore.ts'
import type { StaticsRow } from './statics.sql.ts'

/** What was known at an instant: the last fix of each source for each contact, what contacts were called, the
 * blacklist, and since when contacts had been slow. */
export type KnownThen = (
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
  isSlowAsked: boolean,
) => Promise<{
  fixes: FixBatch
  statics: StaticsRow[]
  blacklisted: ReadonlySet<number>
  slow: { mmsi: number; split: number; since: number }[]
}>
export type PastPicture = (
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
  isSlowAsked: boolean,
  /** As feeds were ranked by the belief that is asked for. */
  names: FeedNames,
) => Promise<Picture>

const LOOK_EVERY = 2000

/** Builds pictures of the past, which are asked as the present one is. */
export const pastPicture =
  (knownThen: KnownThen): PastPicture =>
  async (at, knowledge, mmsis, isSlowAsked, names) => {
    const { fixes, statics, blacklisted, slow } = await knownThen(at, knowledge, mmsis, isSlowAsked)
    const picture = new Picture(names, blacklisted)
    let sliceBegan = performance.now()
    for (let i = 0; i < fixes.count; i++) {
      picture.restore(fixes, i)
      if (i % LOOK_EVERY === 0) sliceBegan = await breathe(sliceBegan)
    }
    restoreStatics(picture, statics)
    for (const { mmsi, split, since } of slow) picture.restoreSlow(mmsi, split, since)
    return picture
  }
