import type { ForumLink } from '@samudra/contract/forum'
import {
  deleteForumDraft,
  getForumDrafts,
  saveForumDraft,
  type ForumDraft,
} from '@samudra/contract/forum-reading'
import { create } from 'zustand'
import type { Attachment } from '../../../../kit/messages/attachment.ts'
import { call, Refused } from '../../../../wire/call.ts'

/** Text that is being written, under the key of its draft. */
export type Writing = {
  title: string
  body: string
  categoryId: string | null
  tags: readonly string[]
  attachments: readonly Attachment[]
  /** Files of the post that a change removes. */
  removed: readonly string[]
  links: readonly ForumLink[]
  quotes: readonly string[]
  /** Version of the draft at the server; 0 for none. */
  version: number
  /** Version of the post that a change replaces; 0 when the draft is of an earlier session. */
  postVersion: number
  /** Time of the draft when it was read from the server. */
  savedAt: string | null
  /** State of the draft, for the foot of the field. */
  state: 'NONE' | 'WAITING' | 'SAVED' | 'FAILED'
  /** Draft of another device that this one would replace. */
  other: ForumDraft | null
  /** Key under which it is posted, the same for each try. */
  clientKey: string
}

const newWriting = (): Writing => ({
  title: '',
  body: '',
  categoryId: null,
  tags: [],
  attachments: [],
  removed: [],
  links: [],
  quotes: [],
  version: 0,
  postVersion: 0,
  savedAt: null,
  state: 'NONE',
  other: null,
  clientKey: crypto.randomUUID(),
})

type State = { byKey: Readonly<Record<string, Writing>>; isLoaded: boolean }
export const useWritings = create<State>(() => ({ byKey: {}, isLoaded: false }))
const EMPTY = newWriting()
export const writingOf = (key: string): Writing => useWritings.getState().byKey[key] ?? newWriting()
export const useWriting = (key: string): Writing => useWritings((state) => state.byKey[key] ?? EMPTY)

const SAVE_MS = 1500
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** Drafts that are being saved. */
const saving = new Map<string, Promise<void>>()
/** Name of this window for its drafts. */
export const DEVICE = crypto.randomUUID()

function put(key: string, to: Partial<Writing>) {
  useWritings.setState(({ byKey }) => ({ byKey: { ...byKey, [key]: { ...writingOf(key), ...to } } }))
}

/** Changes what is being written, and saves it as a draft a moment later. */
export function write(key: string, change: Partial<Writing> | ((now: Writing) => Partial<Writing>)): void {
  put(key, { ...(typeof change === 'function' ? change(writingOf(key)) : change), state: 'WAITING' })
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => saveNow(key), SAVE_MS),
  )
}
function saveNow(key: string) {
  const run = save(key).finally(() => saving.get(key) === run && saving.delete(key))
  saving.set(key, run)
}
/** Stops saving a draft, since its text is posted now: one that is saved after it would stay. */
export async function settled(key: string): Promise<void> {
  clearTimeout(timers.get(key))
  await saving.get(key)
}

/** Puts a text into a field where nothing was written yet; it is no draft until it is changed. */
export function begin(key: string, to: Partial<Writing>): void {
  if (writingOf(key).state === 'NONE') put(key, to)
}
/** States which version of a post a change replaces. */
export const replacing = (key: string, postVersion: number): void => put(key, { postVersion })
/** Saves a draft again that could not be saved. */
export function saveAgain(key: string): void {
  const { state, other } = writingOf(key)
  if (state === 'FAILED' && other === null) saveNow(key)
}

const isBlank = ({ title, body, attachments, links }: Writing) =>
  title.trim() === '' && body.trim() === '' && attachments.length === 0 && links.length === 0

async function save(key: string) {
  const writing = useWritings.getState().byKey[key]
  if (writing === undefined || writing.other !== null) return
  if (isBlank(writing)) {
    if (writing.version > 0) await call(deleteForumDraft, { key }).catch(() => undefined)
    return put(key, { version: 0, state: 'NONE' })
  }
  try {
    const { version } = await call(saveForumDraft, {
      key,
      title: writing.title,
      body: writing.body,
      category_id: writing.categoryId,
      tags: [...writing.tags],
      file_ids: writing.attachments.flatMap(({ id }) => id ?? []),
      links: [...writing.links],
      quotes: [...writing.quotes],
      device: DEVICE,
      expected_version: writing.version,
    })
    if (useWritings.getState().byKey[key] !== undefined) put(key, { version, state: 'SAVED' })
  } catch (error) {
    const other = error instanceof Refused && error.code === 'VERSION_CONFLICT' ? error.data : null
    put(key, { state: 'FAILED', ...(other !== null && { other: other as ForumDraft }) })
  }
}

/** Takes the draft of the other device, or replaces it by the own text. */
export function settleOther(key: string, isTaken: boolean): void {
  const { other } = writingOf(key)
  if (other === null) return
  if (isTaken) put(key, { ...fieldsOf(other), other: null, state: 'SAVED' })
  else write(key, { other: null, version: other.version })
}

const fieldsOf = ({
  title,
  body,
  category_id,
  tags,
  links,
  quotes,
  files,
  version,
  updated_at,
}: ForumDraft): Partial<Writing> => ({
  title,
  body,
  categoryId: category_id,
  tags,
  links,
  quotes,
  attachments: files.map(attached),
  version,
  savedAt: updated_at,
})

/** Shows a file of the server among those of a text that is being written. */
export const attached = ({ id, name, size, type }: ForumDraft['files'][number]): Attachment => ({
  key: id,
  name,
  size,
  type,
  state: 'READY',
  progress: 1,
  id,
  preview: null,
  fault: null,
})

/** Forgets what was written, after it was posted or discarded. */
export function clear(key: string, isDiscarded = false): void {
  clearTimeout(timers.get(key))
  const { version } = writingOf(key)
  useWritings.setState(({ byKey }) => {
    const { [key]: _, ...others } = byKey
    return { byKey: others }
  })
  if (isDiscarded && version > 0) void call(deleteForumDraft, { key }).catch(() => undefined)
}

let loading: Promise<void> | null = null
/** Reads the drafts of this user once; what is being written here stays. */
export function loadDrafts(): Promise<void> {
  if (useWritings.getState().isLoaded) return Promise.resolve()
  loading ??= readDrafts().finally(() => {
    loading = null
  })
  return loading
}
async function readDrafts(): Promise<void> {
  try {
    for (const draft of (await call(getForumDrafts, {})).items)
      if (useWritings.getState().byKey[draft.key] === undefined)
        put(draft.key, { ...fieldsOf(draft), state: 'SAVED' })
    useWritings.setState({ isLoaded: true })
  } catch {
    // It is tried again when the next field opens.
  }
}

/** Follows a draft that another device saved or deleted: an untouched text follows it, another one offers the choice. */
export async function followDraft(key: string, version: number): Promise<void> {
  const writing = writingOf(key)
  if (writing.version === version) return
  const isTouched = writing.state === 'WAITING' || writing.state === 'FAILED'
  if (version === 0) return isTouched ? put(key, { version: 0, other: null }) : clear(key)
  const draft = (await call(getForumDrafts, {})).items.find((one) => one.key === key)
  if (draft === undefined || draft.version <= writingOf(key).version) return
  const { state } = writingOf(key)
  put(
    key,
    state === 'WAITING' || state === 'FAILED' ? { other: draft } : { ...fieldsOf(draft), state: 'SAVED' },
  )
}
