import type { ForumCategory } from '@samudra/contract/forum'
import { POSTING_WORDS, VISIBILITY_WORDS } from '../forum-words.ts'

/** Fields of a category that an administrator edits. */
export type CategoryDraft = Pick<
  ForumCategory,
  | 'name'
  | 'description'
  | 'color'
  | 'position'
  | 'visibility'
  | 'group_ids'
  | 'user_ids'
  | 'posting'
  | 'poster_group_ids'
  | 'poster_ids'
  | 'moderator_group_ids'
  | 'moderator_ids'
>

export const COLOURS = [
  '#1565c0',
  '#00838f',
  '#2e7d32',
  '#6a1b9a',
  '#ad1457',
  '#c62828',
  '#4e342e',
  '#37474f',
]

/** Returns the fields of a new category at the end of others. */
export const newCategory = (others: readonly Pick<ForumCategory, 'position'>[]): CategoryDraft => ({
  name: '',
  description: '',
  color: COLOURS[0]!,
  position: Math.min(10_000, Math.max(0, ...others.map(({ position }) => position)) + 1),
  visibility: 'ALL',
  group_ids: [],
  user_ids: [],
  posting: 'SEERS',
  poster_group_ids: [],
  poster_ids: [],
  moderator_group_ids: [],
  moderator_ids: [],
})

/** Returns the fields of a category that are edited. */
export const draftOfCategory = (category: ForumCategory): CategoryDraft =>
  Object.fromEntries(
    Object.keys(newCategory([])).map((field) => [field, category[field as keyof CategoryDraft]]),
  ) as unknown as CategoryDraft

type NameOf = { user: (id: string) => string; group: (id: string) => string }
/** Returns the fields of a category in words, for two versions side by side. */
export const categoryKind = ({ user, group }: NameOf) => ({
  noun: 'category',
  fields: [
    { label: 'Name', text: ({ name }: ForumCategory) => name },
    { label: 'Description', text: ({ description }: ForumCategory) => description },
    { label: 'Colour', text: ({ color }: ForumCategory) => color },
    { label: 'Order', text: ({ position }: ForumCategory) => String(position) },
    {
      label: 'Visible to',
      text: ({ visibility, group_ids, user_ids }: ForumCategory) =>
        listed(
          VISIBILITY_WORDS[visibility],
          {
            GROUPS: group_ids.map(group),
            PEOPLE: user_ids.map(user),
          }[visibility as string],
        ),
    },
    {
      label: 'May post',
      text: ({ posting, poster_group_ids, poster_ids }: ForumCategory) =>
        listed(
          POSTING_WORDS[posting],
          {
            GROUPS: poster_group_ids.map(group),
            PEOPLE: poster_ids.map(user),
          }[posting as string],
        ),
    },
    {
      label: 'Moderators',
      text: ({ moderator_group_ids, moderator_ids }: ForumCategory) =>
        [...moderator_group_ids.map(group), ...moderator_ids.map(user)].join(', '),
    },
  ],
})
const listed = (word: string, names: readonly string[] | undefined) =>
  names === undefined ? word : `${word}: ${names.join(', ')}`
