import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Program that reads PDFs in tests; Debian has it in poppler-utils. */
const READER = 'pdftotext'
export const hasPdfReader = spawnSync(READER, ['-v']).error === undefined

/** Returns the text of each page, as it stands on paper. */
export function pdfPages(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-pdf-'))
  try {
    writeFileSync(path.join(folder, 'a.pdf'), bytes)
    const text = execFileSync(READER, ['-layout', path.join(folder, 'a.pdf'), '-'], { encoding: 'utf8' })
    return text.split('\f').slice(0, -1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
