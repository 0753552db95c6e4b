import {
  createForumCategory,
  deleteForumCategory,
  getDeletedForumCategories,
  getForumCategories,
  getForumCategoryDetails,
  restoreForumCategory,
  updateForumCategory,
} from '@samudra/contract/forum-calls'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../../platform/kernel/http/handle.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import { invalid, noCategory } from '../forum-access.ts'
import type { ForumRoom } from '../forum.ts'
import { slugOf } from '../posts/clean-text.ts'
import { pushCategories } from '../push-forum.ts'
import { followersInCategory } from '../reading/unread-topics.sql.ts'
import { topicPage } from '../topics/topics.ops.ts'
import * as rows from './categories.sql.ts'
import { presentCategory } from './present-category.ts'

const COLOR = '#1565c0'
const UNSET: Omit<rows.CategoryFields, 'name'> = {
  description: '',
  color: COLOR,
  position: 0,
  visibility: 'ALL',
  group_ids: [],
  user_ids: [],
  posting: 'SEERS',
  poster_group_ids: [],
  poster_ids: [],
  moderator_group_ids: [],
  moderator_ids: [],
}

export const categoryOps = (room: ForumRoom): Handled[] => [
  handle(getForumCategories, async ({ caller }) =>
    (await rows.categoriesFor(room.db, caller, now(room))).map(presentCategory),
  ),
  handle(getForumCategoryDetails, async ({ input, caller }) => {
    const { id, ...page } = input
    const category = await rows.visibleCategory(room.db, caller, id, now(room))
    if (category === undefined) throw noCategory()
    return {
      ...presentCategory(category),
      topics: await topicPage(room, caller, { ...page, category_id: id }),
    }
  }),
  handle(getDeletedForumCategories, async ({ caller }) => ({
    items: (await rows.deletedCategories(room.db, caller, now(room))).map(presentCategory),
  })),
  create(room),
  update(room),
  remove(room),
  restore(room),
]

const now = ({ clock }: Pick<ForumRoom, 'clock'>) => new Date(clock.now())
const duplicate = (name: string) =>
  new OperationError('DUPLICATE', `There is a category with the name ${name}. Choose another name.`)

/** Pushes that a category changed, and the counts of users who may see more or less of it now. */
async function categoryChanged(room: ForumRoom, id: string): Promise<void> {
  pushCategories(room, [id])
  room.unreadChanged(await followersInCategory(room.db, id))
}

/** Returns a category for an administrator. Throws NOT_FOUND. */
async function administered(room: ForumRoom, caller: Caller, id: string): Promise<rows.CategoryRow> {
  const category = await rows.administeredCategory(room.db, caller, id, now(room))
  if (category === undefined) throw noCategory()
  return category
}

/** Refuses an audience that nobody is in. */
function checkAudience(fields: rows.CategoryFields): void {
  if (fields.visibility === 'GROUPS' && fields.group_ids.length === 0)
    throw invalid('group_ids', 'Choose the groups that see this category.', 'is empty')
  if (fields.visibility === 'PEOPLE' && fields.user_ids.length === 0)
    throw invalid('user_ids', 'Choose the users who see this category.', 'is empty')
  if (fields.posting === 'GROUPS' && fields.poster_group_ids.length === 0)
    throw invalid('poster_group_ids', 'Choose the groups that may post in this category.', 'is empty')
  if (fields.posting === 'PEOPLE' && fields.poster_ids.length === 0)
    throw invalid('poster_ids', 'Choose the users who may post in this category.', 'is empty')
}

/** Returns the given fields over others, each list without repeats. */
function fieldsOver(
  before: rows.CategoryFields,
  given: { [Field in keyof rows.CategoryFields]?: rows.CategoryFields[Field] | undefined },
): rows.CategoryFields {
  const names = Object.keys({ ...UNSET, name: '' }) as (keyof rows.CategoryFields)[]
  const entries = names.map((name) => {
    const value = given[name] ?? before[name]
    return [name, Array.isArray(value) ? [...new Set(value)] : value] as const
  })
  return Object.fromEntries(entries) as unknown as rows.CategoryFields
}

const create = (room: ForumRoom) =>
  handle(createForumCategory, async ({ input, caller, record }) => {
    const id = ulid(room.clock.now())
    const fields = fieldsOver({ ...UNSET, name: input.name }, input)
    record({ objectType: 'forum_category', objectId: id, after: fields })
    checkAudience(fields)
    const isMade = await rows.insertCategory(room.db, {
      ...fields,
      id,
      slug: slugOf(fields.name),
      created_by: caller.userId,
      at: now(room),
    })
    if (!isMade) throw duplicate(fields.name)
    pushCategories(room, [id])
    return presentCategory(await administered(room, caller, id))
  })

const update = (room: ForumRoom) =>
  handle(updateForumCategory, async ({ input, caller, record }) => {
    const before = await administered(room, caller, input.id)
    const fields = fieldsOver(before, input)
    record({
      objectType: 'forum_category',
      objectId: input.id,
      before: fieldsOver(before, {}),
      after: fields,
    })
    checkAudience(fields)
    if (await rows.isNameTaken(room.db, fields.name, input.id)) throw duplicate(fields.name)
    const isChanged = await rows.changeCategory(room.db, input.id, input.expected_version, {
      ...fields,
      slug: slugOf(fields.name),
    })
    const after = await administered(room, caller, input.id)
    if (!isChanged)
      throw after.deleted_at === null
        ? new OperationError(
            'VERSION_CONFLICT',
            'Another administrator changed this category meanwhile. Reload it and try again.',
            { data: presentCategory(after) },
          )
        : noCategory()
    await categoryChanged(room, input.id)
    return presentCategory(after)
  })

const remove = (room: ForumRoom) =>
  handle(deleteForumCategory, async ({ input, caller, record }) => {
    const { id, move_topics_to = null } = input
    record({ objectType: 'forum_category', objectId: id, after: { moved_to: move_topics_to } })
    const category = await administered(room, caller, id)
    record({ before: { name: category.name, visibility: category.visibility } })
    if (move_topics_to !== null) {
      const target = await rows.visibleCategory(room.db, caller, move_topics_to, now(room))
      if (target === undefined || move_topics_to === id)
        throw invalid(
          'move_topics_to',
          'Choose another category that you may read.',
          'is not a category that you may read',
        )
      if (!category.can_read)
        throw new OperationError(
          'FORBIDDEN',
          'You may not read this category, so you cannot move its topics. Delete it with them, or add yourself first.',
        )
    }
    const at = now(room)
    const moved = await rows.removeCategory(room.db, id, { by: caller.userId, at, moveTo: move_topics_to })
    if (moved === null) throw noCategory()
    await categoryChanged(room, id)
    if (move_topics_to !== null) await categoryChanged(room, move_topics_to)
    return { id, moved: moved.length }
  })

const restore = (room: ForumRoom) =>
  handle(restoreForumCategory, async ({ input, caller, record }) => {
    record({ objectType: 'forum_category', objectId: input.id })
    const category = await administered(room, caller, input.id)
    if (category.deleted_at === null) throw noCategory()
    if (await rows.isNameTaken(room.db, category.name, input.id)) throw duplicate(category.name)
    if (!(await rows.bringCategoryBack(room.db, input.id))) throw noCategory()
    await categoryChanged(room, input.id)
    return presentCategory(await administered(room, caller, input.id))
  })
