import { z } from 'zod'
import { Id, op } from './kernel.ts'

export const EVIDENCE_KINDS = ['alert', 'event'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** Form of evidence as JSON; a later form that readers of this one cannot read gets another name. */
export const EVIDENCE_FORMAT = 'samudra-evidence-1'
/** Positions of one file at most, in all vessels together; those that the rule names come first. */
export const MOST_POSITIONS = 4000
/** Positions whose raw messages are in one file at most. */
export const MOST_MESSAGES = 100

/**
 * Evidence of one alert, or of one event that a detector found or people reported, as a file: what was found and by which
 * rule, the positions, the messages as received, and who did what. Each part has its SHA-256. What the caller may not see is
 * left out, and the file states that.
 */
export const getEvidence = op({
  name: 'getEvidence',
  route: 'GET /v2/evidence/{kind}/{id}',
  who: 'user',
  cut: 'release',
  leaves: 'read',
  did: 'Saved evidence of an alert or event',
  stream: 'down',
  costly: 'always',
  past: 'NOW',
  example: { kind: 'alert', id: 'none' },
  input: z.object({ kind: z.enum(EVIDENCE_KINDS), id: Id, format: z.enum(['pdf', 'json']).optional() }),
  output: z.object({
    name: z.string(),
    content_type: z.string(),
    /** SHA-256 of the list of parts with their SHA-256; it is in the audit record of the call. */
    sha256: z.string(),
  }),
})
