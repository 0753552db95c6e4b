import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { FileKind, FilesOf } from '../../../platform/kernel/files/file-store.ts'

/** Written exports, each for one visibility; given out by their export alone. */
export const EXPORT_FILES: FileKind = {
  name: 'export',
  // A larger export is written again for each fetch.
  largest: 4 * 1024 * 1024 * 1024,
  takes: 'ANY',
  isSeen: () => false,
}

type Export = { id: string; name: string; expires_at: string }

/** On what the file of an export hangs: what its caller may see belongs to it. */
const hangsOn = ({ id }: Export, { visibility }: Caller) => `${id} ${visibility.mark()}`

/** Returns an export as it was written for users with the same visibility; null when it was not written yet. */
export async function writtenExport(files: FilesOf, shown: Export, caller: Caller) {
  const written = (await files.of(hangsOn(shown, caller))).at(-1)
  return written === undefined ? null : files.read(written)
}

/**
 * Yields an export as it is written, and stores it once it is whole. One that cannot be stored is given out all the
 * same.
 */
export async function* storingWritten(
  files: FilesOf,
  shown: Export,
  caller: Caller,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const copy = new PassThrough()
  copy.on('error', () => undefined)
  const on = hangsOn(shown, caller)
  const until = new Date(shown.expires_at)
  let isStored = true
  const keeping = files
    .receive({ name: shown.name, by: caller.userId, bytes: copy }, (_, keep) => keep({ on, until }))
    .then(
      () => undefined,
      () => void (isStored = false),
    )
  try {
    for await (const part of bytes) {
      if (isStored && !copy.write(part))
        await Promise.race([once(copy, 'drain').catch(() => undefined), keeping])
      yield part
    }
    copy.end()
    await keeping
  } finally {
    // Nothing is stored of an export that breaks off.
    copy.destroy()
  }
}
