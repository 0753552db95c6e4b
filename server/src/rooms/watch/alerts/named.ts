import type { Act } from '@samudra/contract/alert-workflow'
import { isAddressed, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { OutgoingNotification } from '../../../sea/topics.ts'
import type { AlertRow } from './alert.ts'
import { manyNotice, noticeOf, subjectOf } from './tell.ts'

type Known = Awaited<ReturnType<IdentityInterface['everyone']>>[number]
type Named = { act: Act; by: Known; assignee: Known | null; known: readonly Known[] }

/** So many are told of one comment. */
const MOST_NAMED = 20
const NAME = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._@-]+)/gu
/** Users a text names with @, without who wrote it; the dot that ends a sentence is no part of a name. */
export function namedIn(text: string, known: readonly Known[], by: Pick<Known, 'userId'>): Known[] {
  const names = new Set(
    [...text.matchAll(NAME)].flatMap(([, name = '']) => [name, name.replace(/[._-]+$/, '')]).map(lower),
  )
  return known
    .filter(({ userId, username }) => userId !== by.userId && names.has(lower(username)))
    .slice(0, MOST_NAMED)
}
const lower = (text: string) => text.toLowerCase()

/** What is told of a deed: who an alert is handed to, and who is named in what was said; each as far as he may know of it. */
export function toldByDeed(
  rows: readonly AlertRow[],
  { act, by, assignee, known }: Named,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  if (rows.length === 0) return []
  const said = act.comment === undefined ? '' : `: ${act.comment}`
  const handed = assignee !== null && assignee.userId !== by.userId ? [assignee] : []
  const named = namedIn(act.comment ?? '', known, by).filter((one) => !handed.includes(one))
  return [
    ...told(rows, handed, `${by.username} hands over to you`, said, knowers),
    ...told(rows, named, `${by.username} asks you to look at`, said, knowers),
  ]
}

function told(
  rows: readonly AlertRow[],
  to: readonly Known[],
  words: string,
  said: string,
  knowers: (row: AlertRow) => Audience,
): OutgoingNotification[] {
  const [row] = rows
  const there = to.filter((one) => rows.some((each) => isAddressed(knowers(each), one)))
  if (there.length === 0 || row === undefined) return []
  const audience = users(...there.map(({ userId }) => userId))
  return rows.length === 1
    ? [noticeOf(row, `${words} ${subjectOf(row)}${said}`, audience, knowers(row))]
    : [manyNotice(rows, { text: `${words} alerts${said}`, to: audience, knowers })]
}
