import {
  LARGEST_IMPORT_PART,
  checkImport,
  startImport,
  uploadImportPart,
  type ImportJob,
} from '@samudra/contract/exchange'
import { create } from 'zustand'
import { call } from '../../../wire/call.ts'

/** Sent at once: small enough that the bar moves. */
const PART = LARGEST_IMPORT_PART / 4
const AGAIN_MS = 3000
const TRIES = 20

type Upload = { sent: number; trouble: string; abort: AbortController }

/** Files on their way to the server, by import; they go on while other screens are open. */
export const useUploads = create<{ uploads: Record<string, Upload> }>(() => ({ uploads: {} }))

const set = (id: string, changes: Partial<Upload>) =>
  useUploads.setState(({ uploads }) => {
    const upload = uploads[id]
    return upload === undefined ? {} : { uploads: { ...uploads, [id]: { ...upload, ...changes } } }
  })

/** Begins an import, sends the file and has it looked into. */
export async function importFile(file: File, sources: ImportJob['sources'], begun: () => void) {
  const job = await call(startImport, { name: file.name, size: file.size, sources })
  begun()
  await sendFile(job, file)
}

/** Sends what is not there yet, and goes on by itself after a broken connection. */
export async function sendFile(job: ImportJob, file: File) {
  const { id, size } = job
  const abort = new AbortController()
  useUploads.setState(({ uploads }) => ({
    uploads: { ...uploads, [id]: { sent: job.received, trouble: '', abort } },
  }))
  let [offset, failures] = [job.received, 0]
  try {
    while (offset < size) {
      try {
        const bytes = file.slice(offset, offset + PART)
        const { received } = await call(uploadImportPart, { id, offset }, { bytes, signal: abort.signal })
        offset = received
        failures = 0
        set(id, { sent: offset, trouble: '' })
      } catch (error) {
        if (abort.signal.aborted) return
        // If the answer to a part was lost, the server reports how much it received.
        const received = ((error as { data?: unknown }).data as { received?: number } | null)?.received
        if (received !== undefined) offset = received
        else if (++failures > TRIES || (error as { code?: string }).code !== undefined) throw error
        set(id, { trouble: (error as Error).message })
        await new Promise((turn) => setTimeout(turn, received === undefined ? AGAIN_MS : 0))
      }
    }
    await call(checkImport, { id })
  } finally {
    useUploads.setState(({ uploads }) => {
      const { [id]: _gone, ...rest } = uploads
      return { uploads: rest }
    })
  }
}

export const stopUpload = (id: string) => useUploads.getState().uploads[id]?.abort.abort()
