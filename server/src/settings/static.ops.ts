import { createHash } from 'node:crypto'
import { tableUpdate } from '@samudra/contract/kind'
import {
  PUBLIC_STATIC_KEYS,
  staticPage,
  staticPdf,
  updateStatic,
  uploadStaticPdf,
  type StaticPage,
} from '@samudra/contract/settings'
import { EVERYONE } from '../kernel/audience.ts'
import { NOBODY } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { Download, handle, type Handled } from '../kernel/handle.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import { makePdf } from './pdf.ts'
import { pdfFileFault } from '../kernel/pdf-file.ts'
import type { Readers } from '../kernel/readers.ts'
import { changePage, describePdf, keepPdf, readPage, readPdf, removePdf, type PageRow } from './static.sql.ts'

/** The largest PDF of the centre's own, in bytes (25 MB). */
const LARGEST_PDF = 25 * 1024 * 1024
const PDF_TYPE = 'application/pdf'
type Needs = { db: Db; clock: Clock; send: Send; readers: Readers }

export const staticOps = (needs: Needs): Handled[] => [
  show(needs),
  showPdf(needs),
  update(needs),
  upload(needs),
]

const present = ({
  key,
  title,
  body_md,
  version,
  updated_at,
  updated_by,
}: PageRow): StaticPage & { updated_by: string } => ({
  key,
  title,
  body_md,
  version,
  updated_at: updated_at.toISOString(),
  updated_by,
})
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const show = ({ db }: Needs) =>
  handle(staticPage, async ({ input, caller }) => {
    if (caller === NOBODY && !PUBLIC_STATIC_KEYS.includes(input.key))
      throw new Refusal('SESSION_EXPIRED', 'Log in to go on.')
    const { updated_by, ...page } = present(await readPage(db, input.key))
    return caller === NOBODY ? page : { ...page, updated_by }
  })

const showPdf = ({ db }: Needs) =>
  handle(staticPdf, async ({ input }) => {
    const own = await readPdf(db, input.key)
    const page = own === undefined ? await readPage(db, input.key) : null
    const bytes = own?.bytes ?? (await makePdf(page!))
    const name = own?.name ?? `${input.key}-v${page!.version}.pdf`
    return new Download({ name, content_type: PDF_TYPE, size: bytes.length, sha256: sha256(bytes) }, [bytes])
  })

const update = ({ db, clock, send }: Needs) =>
  handle(updateStatic, async ({ input, caller, record }) => {
    const before = present(await readPage(db, input.key))
    record({ objectType: 'static_page', objectId: input.key, before })
    const { key, title, body_md } = input
    const isChanged = await changePage(db, input.expected_version, {
      key,
      title,
      body_md,
      updated_by: caller.username,
      updated_at: new Date(clock.now()),
    })
    const after = present(await readPage(db, key))
    if (!isChanged)
      throw new Refusal('VERSION_CONFLICT', 'Somebody changed this page meanwhile; look at it again.', {
        data: after,
      })
    record({ after })
    send(tableUpdate, { table: 'static_pages', op: 'update', ids: [key], version: after.version }, EVERYONE)
    return after
  })

const upload = ({ db, clock, send, readers }: Needs) =>
  handle(uploadStaticPdf, async ({ input, caller, bytes, record }) => {
    record({
      objectType: 'static_pdf',
      objectId: input.key,
      before: (await describePdf(db, input.key)) ?? null,
    })
    const whole = await wholeOf(bytes)
    const name = /\.pdf$/i.test(input.name) ? input.name : `${input.name}.pdf`
    const described = { name, size: whole.length, sha256: sha256(whole) }
    if (whole.length === 0) await removePdf(db, input.key)
    else {
      const fault = await pdfFileFault(readers, caller.userId, whole)
      if (fault !== null) throw new Refusal('SCAN_BLOCKED', fault)
      await keepPdf(db, {
        key: input.key,
        ...described,
        bytes: whole,
        uploaded_by: caller.username,
        uploaded_at: new Date(clock.now()),
      })
    }
    record({ after: whole.length === 0 ? null : described })
    const { version } = await readPage(db, input.key)
    send(tableUpdate, { table: 'static_pages', op: 'update', ids: [input.key], version }, EVERYONE)
    return described
  })

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > LARGEST_PDF)
      throw new Refusal('TOO_LARGE', 'The PDF is larger than 25 MB; make it smaller and send it again.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
