import type { Pdf } from './pdf.ts'

/** Head of a document. */
export type Head = {
  title: string
  /** The instant as of which all of it holds. */
  asOf: Date
  /** Filters in words; empty when nothing was filtered. */
  filters?: readonly string[]
  /** User whose visibility the document shows. */
  caller?: string
}

/** Title, instant, filters and caller: the same on every document. */
export async function writeHead(pdf: Pdf, { title, asOf, filters, caller }: Head): Promise<void> {
  const grey = { size: 9, colour: '#555555' }
  await pdf.write(title, { size: 20, weight: 700, after: 6 })
  await pdf.write(
    `As of ${utcText(asOf)}${caller === undefined ? '' : `, for ${caller}, as they may see it`}`,
    grey,
  )
  if (filters !== undefined) {
    const reported = filters.length === 0 ? 'everything' : filters.join('; ')
    await pdf.write(`Shown: ${reported}`, grey)
  }
  pdf.gap(10)
}

/** Formats an instant like "2026-05-17 06:30:00 UTC", because on paper no clock shows the zone. */
export const utcText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
