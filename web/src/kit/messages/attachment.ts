/** File that is, or will be, sent with a message. */
export type Attachment = {
  key: string
  name: string
  size: number
  type: string
  state: 'SENDING' | 'READY' | 'FAILED'
  /** Sent so far, 0 to 1. */
  progress: number
  /** Id on the server, once ready. */
  id: string | null
  /** Address of a small picture. */
  preview: string | null
  /** Reason of a failure, with what to do. */
  fault: string | null
}

/** Returns a size for people: `340 kB`, `2.1 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
