import { createHash } from 'node:crypto'
import { EVIDENCE_FORMAT } from '@samudra/contract/evidence'

/** Part of a file of evidence: its text is what the SHA-256 is of. */
export type HashedPart = { name: string; title: string; sha256: string; text: string }
/** Parts with the list of their SHA-256, in the form of `sha256sum`, and the SHA-256 of that list. */
export type HashedParts = { parts: HashedPart[]; manifest: string; sha256: string }

const sha256Of = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Writes each part as JSON text and hashes it. Equal content has equal text, whenever the file is made. */
export function hashParts(
  contents: readonly { name: string; title: string; content: unknown }[],
): HashedParts {
  const parts = contents.map(({ name, title, content }) => {
    const text = JSON.stringify(content, null, 2)
    return { name, title, sha256: sha256Of(text), text }
  })
  const manifest = parts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  return { parts, manifest, sha256: sha256Of(manifest) }
}

/** Head of a file of evidence; it has no hash. */
export type About = {
  title: string
  kind: string
  id: string
  made_at: string
  made_by: string
  product: string
}

export const UNITS_NOTE =
  'All times are UTC. Positions are on WGS 84: in decimal degrees, north and east positive, and as degrees and decimal minutes. Speeds are in knots (kn), distances in nautical miles (NM, 1,852 m), courses and headings in degrees true.'
/** Terms of the field, for a reader outside it. */
export const TERMS_NOTE =
  'AIS: radio reports in which a vessel states its identity and position by itself. MMSI: number of the radio station of a vessel. SOG and COG: speed and course over ground. Source: receiver or provider of the reports; station: single receiver of it. Required speed: speed a vessel would need from one position to the next.'
const READ_ME = [
  'This file is evidence of one alert or event of a maritime situational-awareness centre. It holds what was found, why, the positions and messages it is based on, and who did what.',
  TERMS_NOTE,
  UNITS_NOTE,
  '"parts" are the content. The "text" of each part is a JSON document; "sha256" is the SHA-256 of that text as UTF-8, with no line end added.',
  "To verify the first part: jq -j '.parts[0].text' FILE | sha256sum",
  "To verify all parts: python3 -c \"import json,hashlib,sys; [print(p['name'], hashlib.sha256(p['text'].encode()).hexdigest()==p['sha256']) for p in json.load(open(sys.argv[1],encoding='utf-8'))['parts']]\" FILE",
  '"manifest" lists the SHA-256 and name of each part, one a line. The "sha256" beside it is the SHA-256 of the manifest: jq -j .manifest FILE | sha256sum',
  'The centre stored this SHA-256 in its audit record when the file was made, and can confirm it. The PDF of the same evidence lists the same parts. A part that has not changed since has the same SHA-256 in a file that is made later for a user with the same rights.',
]

/** Writes a file of evidence as JSON. */
export const jsonOf = (about: About, { parts, manifest, sha256 }: HashedParts): Buffer =>
  Buffer.from(
    `${JSON.stringify({ format: EVIDENCE_FORMAT, read_me: READ_ME, about, sha256, manifest, parts }, null, 2)}\n`,
  )
