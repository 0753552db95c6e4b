import {
  bookmarkKind,
  deleteReplayBookmark,
  getReplayBookmarks,
  saveReplayBookmark,
  type ReplayBookmark,
} from '@samudra/contract/replay'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import {
  pageOfObjects,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { BookmarkBody } from './replay-objects.ts'

type Needs = { bookmarks: Objects<BookmarkBody>; clock: Clock; send: Send }

/** Instants of replays that people come back to. */
export function bookmarkOps({ bookmarks, clock, send }: Needs): Handled[] {
  const show = (one: Held<BookmarkBody>, caller: Caller): ReplayBookmark => ({
    ...columnsOf(one, bookmarks.isChangedBy(one, caller)),
    ...one.body,
  })
  const pushed: PushedObjects<BookmarkBody> = { objects: bookmarks, kind: bookmarkKind, send, show }
  return [
    handle(getReplayBookmarks, ({ input, caller }) => {
      const [from, to] = [Date.parse(input.from ?? ''), Date.parse(input.to ?? '')]
      return pageOfObjects(
        { objects: bookmarks, clock },
        { input, caller },
        {
          isQuery: ({ body }) => !(Date.parse(body.at) < from) && !(Date.parse(body.at) > to),
          order: (a, b) => Date.parse(b.body.at) - Date.parse(a.body.at),
          show: (ones) => ones.map((one) => show(one, caller)),
        },
      )
    }),
    handle(saveReplayBookmark, async ({ input, caller, record }) => {
      const { title, note = '', link, visibility } = input
      const body = { title, note, link, at: new Date(input.at).toISOString() }
      const saved = await saveObject(pushed, { caller, record }, input, { visibility, bodyOf: () => body })
      return show(saved, caller)
    }),
    handle(deleteReplayBookmark, ({ input, caller, record }) =>
      removeObject(pushed, { caller, record }, input),
    ),
  ]
}
