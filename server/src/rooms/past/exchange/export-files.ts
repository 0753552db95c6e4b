import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { FileKind, FilesOf } from '../../../platform/kernel/files/file-store.ts'

/** Written exports, each for one visibility; given out by their export alone. */
export const EXPORT_FILES: FileKind = {
  name: 'export',
  // What is larger is written anew for whoever fetches it again.
  largest: 4 * 1024 * 1024 * 1024,
  takes: 'ANY',
  isSeen: () => false,
}

type Export = { id: string; name: string; expires_at: string }

/** On what the file of an export hangs: what its caller may see belongs to it. */
const hangsOn = ({ id }: Export, { visibility }: Caller) => `${id} ${visibility.mark()}`

/** An export as it was written for whoever sees the same; null when it was not yet. */
export async function writtenExport(files: FilesOf, shown: Export, caller: Caller) {
  const written = (await files.of(hangsOn(shown, caller))).at(-1)
  return written === undefined ? null : files.read(written)
}

/** Gives an export out as it is written, and keeps it once it is whole. One that cannot be kept is given out all the same. */
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
    // Of one that breaks off nothing is kept.
    copy.destroy()
  }
}
