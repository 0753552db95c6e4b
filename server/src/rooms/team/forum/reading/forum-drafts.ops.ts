import { forumDraftChanged } from '@samudra/contract/forum'
import {
  deleteForumDraft,
  getForumDrafts,
  saveForumDraft,
  type ForumDraft,
} from '@samudra/contract/forum-reading'
import { users } from '../../../../platform/kernel/http/audience.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import type { ForumRoom } from '../forum.ts'
import { presentFile } from '../posts/present-post.ts'
import { pushDraftGone } from '../push-forum.ts'
import { countDrafts, draftOf, draftsOf, removeDraft, storeDraft, type DraftRow } from './forum-drafts.sql.ts'

const MOST_DRAFTS = 200

/** Drafts of the caller. They name categories, topics and posts and hold nothing of them, so that they outlive them. */
export const draftOps = (room: ForumRoom): Handled[] => [
  handle(getForumDrafts, async ({ caller }) => ({
    items: await presentDrafts(room, caller.userId, await draftsOf(room.db, caller.userId, MOST_DRAFTS)),
  })),
  handle(saveForumDraft, async ({ input, caller }) => {
    const { key, device, expected_version, ...content } = input
    const { userId } = caller
    if (expected_version === 0 && (await countDrafts(room.db, userId)) >= MOST_DRAFTS)
      throw new OperationError('TOO_LARGE', `You have ${MOST_DRAFTS} drafts. Delete some first.`)
    const draft = {
      key,
      device,
      content: {
        title: '',
        category_id: null,
        tags: [],
        file_ids: [],
        links: [],
        quotes: [],
        ...withoutUndefined(content),
        body: content.body,
      },
    }
    const saved = await storeDraft(room.db, userId, draft, expected_version, new Date(room.clock.now()))
    if (saved === undefined) throw await conflict(room, userId, key)
    room.send(forumDraftChanged, { key, version: saved.version, device }, users(userId), {
      about: `forum-draft:${userId}:${key}`,
    })
    return (await presentDrafts(room, userId, [saved]))[0]!
  }),
  handle(deleteForumDraft, async ({ input, caller }) => {
    if (await removeDraft(room.db, caller.userId, input.key)) pushDraftGone(room, caller.userId, input.key)
    return { key: input.key }
  }),
]

/** Presents drafts with those of their files that their user sent. */
async function presentDrafts(
  { files }: Pick<ForumRoom, 'files'>,
  userId: string,
  rows: readonly DraftRow[],
): Promise<ForumDraft[]> {
  const ids = rows.flatMap(({ content }) => content.file_ids)
  const own = (ids.length === 0 ? [] : await files.byId(ids)).filter(({ user_id }) => user_id === userId)
  const byId = new Map(own.map((file) => [file.id, presentFile(file)]))
  return rows.map(({ key, content, device, version, updated_at }) => ({
    key,
    ...content,
    files: content.file_ids.flatMap((id) => byId.get(id) ?? []),
    device,
    version,
    updated_at: updated_at.toISOString(),
  }))
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

async function conflict(room: ForumRoom, userId: string, key: string): Promise<OperationError> {
  const draft = await draftOf(room.db, userId, key)
  return draft === undefined
    ? new OperationError('VERSION_CONFLICT', 'This draft was deleted or posted on another device.', {
        data: null,
      })
    : new OperationError('VERSION_CONFLICT', 'This draft was changed on another device. Compare the texts.', {
        data: (await presentDrafts(room, userId, [draft]))[0]!,
      })
}
