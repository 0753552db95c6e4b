import { createHash } from 'node:crypto'
import {
  LARGEST_EVENT_FILE,
  getEventFile,
  getEventFilePreview,
  uploadEventFile,
  type FilePreview,
} from '@samudra/contract/events'
import { ulid } from 'ulid'
import { readGeoFile } from '../formats/geo-file.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Readers } from '../kernel/readers.ts'
import { Download, handle, type Handled } from '../kernel/handle.ts'
import { wholeOf } from '../kernel/uploads.ts'
import type { EventNeeds } from './keeper.ts'
import { scanFile } from './file-scan.ts'
import { dropWaiting, keepFile, readBytes, readPreview, type FileRow } from './files.sql.ts'

const KEPT_MS = 24 * 3_600_000
/** Files one user may have waiting for an event. */
const MOST_WAITING = 50
const MB = 1024 * 1024
/** A preview is for looking at. */
const ROWS_SHOWN = 500
const FAULTS_SHOWN = 50
const PREVIEW = { only: 'any', tolerance: 0.0005, mostFeatures: 20_000, mostPositions: 50_000 } as const

export const fileOps = (needs: EventNeeds): Handled[] => [upload(needs), download(needs), preview(needs)]

const upload = (needs: EventNeeds) =>
  handle(uploadEventFile, async ({ input, caller, bytes, record }) => {
    record({ objectType: 'event_file' })
    const whole = await wholeOf(bytes, LARGEST_EVENT_FILE)
    if (whole.length === 0) throw new Refusal('BAD_FORMAT', 'The file is empty.')
    const scanned = await scanFile(needs.readers, caller.userId, whole, input.name)
    const row: FileRow = {
      id: ulid(needs.clock.now()),
      name: input.name,
      type: scanned.type,
      size: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      is_map: scanned.isMap,
      uploaded_by: caller.userId,
      uploaded_at: new Date(needs.clock.now()),
      event_id: null,
    }
    const scan = scanned.why === null ? ('CLEAN' as const) : ('BLOCKED' as const)
    const { id: file_id, name, size, sha256, type } = row
    record({ objectId: file_id, after: { name, size, sha256, type, scan } })
    const described = { file_id, name, size, sha256, type, scan, why: scanned.why }
    if (scan === 'BLOCKED') return { ...described, preview: null }
    const shown = scanned.isMap ? await previewOf(needs.readers, caller, whole, input.name) : null
    await keep(needs, row, { bytes: whole, preview: shown })
    return { ...described, preview: shown }
  })

async function keep(
  { db, clock, files, settings }: EventNeeds,
  row: FileRow,
  held: { bytes: Buffer; preview: FilePreview | null },
) {
  for (const id of await dropWaiting(db, new Date(clock.now() - KEPT_MS))) files.delete(id)
  const mb = settings.number('system.user_files_mb')
  const quota = { waiting: MOST_WAITING, bytes: mb * MB }
  const kept = await keepFile(db, row, held, quota)
  if (kept === null) return void files.set(row.id, row)
  throw new Refusal(
    'TOO_LARGE',
    kept.waiting >= MOST_WAITING
      ? `You have ${kept.waiting} files that belong to no event yet; save an event with them first.`
      : `Your files fill ${Math.round(kept.bytes / MB)} of the ${mb} MB a user has; send a smaller one, or ask an administrator for more.`,
  )
}

/** What of a map would be drawn; a map that cannot be read is kept as a file, and this says why. */
async function previewOf(
  readers: Readers,
  { userId }: Caller,
  bytes: Buffer,
  name: string,
): Promise<FilePreview> {
  try {
    const { format, features, faults, total } = await readGeoFile(readers, userId, bytes, {
      ...PREVIEW,
      name,
    })
    return { format, rows: features.slice(0, ROWS_SHOWN), total, errors: faults.slice(0, FAULTS_SHOWN) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'BAD_FORMAT') throw error
    return { format: '', rows: [], total: 0, errors: [{ at: null, line: null, why: error.message }] }
  }
}

/** A file of an event the caller sees, or a waiting one of their own. */
function fileFor({ events, files }: EventNeeds, id: string, caller: Caller): FileRow {
  const file = files.get(id)
  const gone = new Refusal('NOT_FOUND', 'This file does not exist any more.')
  if (file === undefined) throw gone
  const event = file.event_id === null ? undefined : events.find(file.event_id)
  const isSeen =
    file.event_id === null
      ? file.uploaded_by === caller.userId
      : event !== undefined && events.isSeenBy(event, caller)
  if (!isSeen) throw gone
  return file
}

const download = (needs: EventNeeds) =>
  handle(getEventFile, async ({ input, caller }) => {
    const { id, name, type, size, sha256 } = fileFor(needs, input.id, caller)
    const bytes = await readBytes(needs.db, id)
    if (bytes === null) throw new Refusal('NOT_FOUND', 'This file does not exist any more.')
    return new Download({ name, content_type: type, size, sha256 }, [bytes])
  })

const preview = (needs: EventNeeds) =>
  handle(getEventFilePreview, async ({ input, caller }) => {
    const shown = await readPreview(needs.db, fileFor(needs, input.id, caller).id)
    if (shown === null) throw new Refusal('NOT_FOUND', 'This file is no map; there is nothing to draw.')
    return shown
  })
