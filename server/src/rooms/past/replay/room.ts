import type { AisFilter } from '@samudra/contract/filter'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { Knowledge } from '@samudra/contract/wire/replay-chunk'
import { room, type RoomInterface } from '../../../platform/ground.ts'
import { history } from '../history/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { findObjects } from '../../../sea/name-search.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { Blacklisted } from './past-blacklist.ts'
import { bookmarkOps } from './bookmarks.ops.ts'
import { identitiesAt, type IdentityRow } from '../../../sea/identities.sql.ts'
import { protectedPeriods, openReplayObjects } from './replay-objects.ts'
import { pastTest } from './past-tests.ts'
import { recordingOps } from './recordings.ops.ts'
import { replayOps, type ReplayOpNeeds } from './replay.ops.ts'
import { Replays } from './replays.ts'
import { timeOf } from './replay-knowledge.ts'

export type KnownThen = {
  fixes: FixBatch
  statics: IdentityRow[]
  blacklisted: Set<number>
}

/** The past, shown again: as it was known, or as it is known by now. */
export const replay = room({
  name: 'replay',
  uses: { sources, history, filterInputs },
  open: async (ground, { sources, history, filterInputs }) => {
    const needs = {
      ...ground,
      names: sources.names,
      fixes: history.reader,
      flush: history.flush,
      placesThen: filterInputs.placesThen,
      countImports: history.counts.imports,
    }
    const stored = await openReplayObjects(ground)
    const publishPeriods = () => ground.bus.publish('protectedPeriods', protectedPeriods(stored))
    publishPeriods()
    stored.recordings.whenFollowed(publishPeriods)
    const door = {
      find: findObjects(stored.bookmarks, {
        kind: 'bookmark',
        namesOf: ({ title }) => [title],
        show: ({ body }) => ({
          label: body.title,
          detail: `Bookmark of a replay · ${body.at.slice(0, 16).replace('T', ' ')} UTC`,
          bbox: null,
        }),
      }),
      /**
       * Returns a filter for stored fixes, with vessels as known at an instant, and areas and lists as known at another.
       */
      testOf: (filter: AisFilter, caller: Caller, at: number, believedAt: number) =>
        pastTest(needs, filter, caller, at, believedAt),
      /** Returns the last fix of each source and contact, names and the blacklist, as known at an instant. */
      knownThen: (at: number, knowledge: Knowledge, mmsis: readonly number[] | undefined) =>
        knownThen(needs, at, knowledge, mmsis),
    }
    return {
      door,
      ops: [
        ...replayOps({ ...needs, replays: new Replays(needs) }),
        ...bookmarkOps({ ...ground, bookmarks: stored.bookmarks }),
        ...recordingOps({ ...ground, recordings: stored.recordings, changed: publishPeriods }),
      ],
    }
  },
})

/** Interface of the room. */
export type ReplayInterface = RoomInterface<typeof replay>

async function knownThen(
  needs: ReplayOpNeeds,
  at: number,
  knowledge: Knowledge,
  mmsis: readonly number[] | undefined,
): Promise<KnownThen> {
  await needs.flush()
  const [fixes, statics, blacklisted] = await Promise.all([
    // What arrived at the very instant is known, as in a replay.
    needs.fixes.latestAt({ by: timeOf(knowledge), at: knowledge === 'AS_KNOWN' ? at + 1 : at, mmsis }),
    identitiesAt(needs.db, new Date(at), mmsis),
    Blacklisted.read(needs.db),
  ])
  return { fixes, statics, blacklisted: blacklisted.at(at) }
}
