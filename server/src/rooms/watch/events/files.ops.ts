import {
  LARGEST_EVENT_FILE,
  getEventFile,
  getEventFilePreview,
  getEventFileThumbnail,
  uploadEventFile,
  type EventFile,
  type FilePreview,
} from '@samudra/contract/events'
import { readGeoFile } from '../../../platform/formats/geo-file.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { UploadedFile, FileKind } from '../../../platform/kernel/files/file-store.ts'
import type { FileRow } from '../../../platform/kernel/files/files.sql.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { THUMBNAIL_TYPE } from '../../../platform/kernel/files/thumbnail.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { EventBody, StoredEvent } from './event.ts'
import type { EventNeeds } from './event-objects.ts'

/** A preview is for looking at. */
const ROWS_SHOWN = 500
const FAULTS_SHOWN = 50
const PREVIEW = { only: 'any', tolerance: 0.0005, mostFeatures: 20_000, mostPositions: 50_000 } as const

export const eventFiles = (events: Objects<EventBody>): FileKind => ({
  name: 'event',
  largest: LARGEST_EVENT_FILE,
  takes: 'SAFE',
  isOfUsers: true,
  waiting: { retentionMs: 24 * 3_600_000, most: 50 },
  isSeen: (id, caller) => {
    const event = events.find(id)
    return event !== undefined && events.isSeenBy(event, caller)
  },
})

export const fileOps = (needs: EventNeeds): Handled[] => [
  upload(needs),
  download(needs),
  thumbnail(needs),
  preview(needs),
]

const upload = (needs: EventNeeds) =>
  handle(uploadEventFile, ({ input, caller, bytes, record }) => {
    record({ objectType: 'event_file' })
    return needs.files.receive({ name: input.name, by: caller.userId, bytes }, async (come, keep) => {
      if (come.size === 0) throw new OperationError('BAD_FORMAT', 'The file is empty.')
      const { name, size, hash: sha256, type, why } = come
      const described = {
        name,
        size,
        sha256,
        type,
        scan: why === null ? ('CLEAN' as const) : ('BLOCKED' as const),
      }
      record({ after: described })
      if (why !== null) return { file_id: '', ...described, why, preview: null }
      const shown = come.isMap ? await previewOf(needs, come, caller) : null
      const { id: file_id } = await keep({ preview: shown })
      record({ objectId: file_id })
      return { file_id, ...described, why, preview: shown }
    })
  })

/** Returns the drawn content of a map; a map that cannot be read is stored as a file, with the reason here. */
async function previewOf(
  { readers }: EventNeeds,
  come: UploadedFile,
  { userId }: Caller,
): Promise<FilePreview> {
  try {
    const query = { ...PREVIEW, name: come.name }
    const { format, features, faults, total } = await readGeoFile(readers, userId, come.read(), query)
    return { format, rows: features.slice(0, ROWS_SHOWN), total, errors: faults.slice(0, FAULTS_SHOWN) }
  } catch (error) {
    if (!(error instanceof OperationError) || error.code !== 'BAD_FORMAT') throw error
    return { format: '', rows: [], total: 0, errors: [{ at: null, line: null, why: error.message }] }
  }
}

/** Returns the files of an event: existing ones, and waiting ones of the user. Throws VALIDATION. */
export async function checkedFiles(
  { files }: EventNeeds,
  ids: readonly string[],
  caller: Caller,
  event: StoredEvent | null,
): Promise<EventFile[]> {
  const found = new Map((await files.byId(ids)).map((file) => [file.id, file]))
  return [...new Set(ids)].map((id) => {
    const file = found.get(id)
    const isFree = file?.of_id === null && file.user_id === caller.userId
    if (file !== undefined && (isFree || (event !== null && file.of_id === event.id))) return described(file)
    throw new OperationError('VALIDATION', 'A file of this event does not exist any more; upload it again.', {
      fields: [{ field: 'file_ids', why: `${id} is not one of your files` }],
    })
  })
}
const described = ({ id, name, size, type, hash: sha256, has_preview: is_map }: FileRow): EventFile => ({
  id,
  name,
  size,
  type,
  sha256,
  is_map,
})

const download = ({ files }: EventNeeds) =>
  handle(getEventFile, async ({ input, caller, record }) => {
    record({ objectType: 'event_file', objectId: input.id })
    const file = await files.find(input.id, caller)
    const { name, size, type: content_type, hash: sha256 } = file
    record({ after: { name, size, sha256 } })
    return new Download({ name, size, content_type, sha256 }, await files.read(file))
  })

const thumbnail = ({ files }: EventNeeds) =>
  handle(getEventFileThumbnail, async ({ input, caller }) => {
    const bytes = await files.thumbnail(await files.find(input.id, caller), caller.userId)
    return new Download({ content_type: THUMBNAIL_TYPE }, bytes)
  })

const preview = ({ files }: EventNeeds) =>
  handle(getEventFilePreview, async ({ input, caller }) => {
    const shown = await files.previewOf(await files.find(input.id, caller))
    if (shown === null) throw new OperationError('NOT_FOUND', 'This file is not a map and cannot be drawn.')
    return shown as FilePreview
  })
