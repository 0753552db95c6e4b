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
import { Download, handle, type Handled } from '../kernel/room.ts'
import { wholeOf } from '../kernel/uploads.ts'
import type { EventNeeds } from './keeper.ts'
import { scanFile } from './file-scan.ts'
import { dropWaiting, insertFile, readBytes, readPreview, type FileRow } from './files.sql.ts'

const KEPT_MS = 24 * 3_600_000
/** Files one user may have waiting for an event. */
const MOST_WAITING = 50
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
    await makeRoom(needs, caller)
    const shown = scanned.isMap ? await previewOf(needs.readers, caller, whole, input.name) : null
    await insertFile(needs.db, row, whole, shown)
    needs.files.set(file_id, row)
    return { ...described, preview: shown }
  })

async function makeRoom({ db, clock, files }: EventNeeds, caller: Caller) {
  for (const id of await dropWaiting(db, new Date(clock.now() - KEPT_MS))) files.delete(id)
  const waiting = [...files.values()].filter(
    (one) => one.event_id === null && one.uploaded_by === caller.userId,
  )
  if (waiting.length >= MOST_WAITING)
    throw new Refusal(
      'TOO_LARGE',
      `You have ${waiting.length} files that belong to no event yet; save an event with them first.`,
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
