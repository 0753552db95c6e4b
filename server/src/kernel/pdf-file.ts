import type { Readers } from './readers.ts'

/** Why a user's PDF may not be kept, as a sentence; null when nothing was found. It is read apart from the server. */
export const pdfFileFault = (readers: Readers, who: string, bytes: Uint8Array): Promise<string | null> =>
  readers.read({ reading: 'pdf', who, options: null, bytes: [bytes] })
