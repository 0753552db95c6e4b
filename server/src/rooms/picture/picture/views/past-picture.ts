import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import type { ReplayInterface } from '../../../past/replay/room.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import { Picture } from '../picture.ts'
import { restoreStatics } from '../contacts/restore.ts'

export type PastPicture = (
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
  /** Feed names and ranks as known at the time of knowledge. */
  names: FeedNames,
) => Promise<Picture>

const LOOK_EVERY = 2000

/** Builds pictures of the past, with the same queries as the present one. */
export const pastPicture =
  (knownThen: ReplayInterface['knownThen']): PastPicture =>
  async (at, knowledge, mmsis, names) => {
    const { fixes, statics, blacklisted } = await knownThen(at, knowledge, mmsis)
    const picture = new Picture(names, blacklisted)
    let sliceBegan = performance.now()
    for (let i = 0; i < fixes.count; i++) {
      picture.restore(fixes, i)
      if (i % LOOK_EVERY === 0) sliceBegan = await breathe(sliceBegan)
    }
    restoreStatics(picture, statics)
    return picture
  }
