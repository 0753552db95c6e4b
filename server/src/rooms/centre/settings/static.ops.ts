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
import { EVERYONE } from '../../../platform/kernel/http/audience.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { FileKind, FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { FileRow } from '../../../platform/kernel/files/files.sql.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { makePdf } from './page-pdf.ts'
import { changePage, readPage, type PageRow } from './static.sql.ts'

/** The largest PDF of the centre's own, in bytes (25 MB). */
const LARGEST_PDF = 25 * 1024 * 1024
const PDF_TYPE = 'application/pdf'
type Needs = { db: Db; clock: Clock; send: Send; files: FilesOf }

/** PDFs that stand in for those made of the pages' texts. */
export const PAGE_PDFS: FileKind = { name: 'page', largest: LARGEST_PDF, takes: 'PDF', isSeen: () => true }

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
const describe = ({ name, size, hash: sha256 }: Pick<FileRow, 'name' | 'size' | 'hash'>) => ({
  name,
  size,
  sha256,
})

const show = ({ db }: Needs) =>
  handle(staticPage, async ({ input, caller }) => {
    if (caller === ANONYMOUS && !PUBLIC_STATIC_KEYS.includes(input.key))
      throw new OperationError('SESSION_EXPIRED', 'Log in to continue.')
    const { updated_by, ...page } = present(await readPage(db, input.key))
    return caller === ANONYMOUS ? page : { ...page, updated_by }
  })

const showPdf = ({ db, files }: Needs) =>
  handle(staticPdf, async ({ input }) => {
    const own = (await files.of(input.key)).at(-1)
    if (own !== undefined)
      return new Download({ ...describe(own), content_type: PDF_TYPE }, await files.read(own))
    const page = await readPage(db, input.key)
    const bytes = await makePdf(page)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const name = `${input.key}-v${page.version}.pdf`
    return new Download({ name, content_type: PDF_TYPE, size: bytes.length, sha256 }, [bytes])
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
      throw new OperationError(
        'VERSION_CONFLICT',
        'Another user changed this page. Reload it and try again.',
        {
          data: after,
        },
      )
    record({ after })
    send(tableUpdate, { table: 'static_pages', op: 'update', ids: [key], version: after.version }, EVERYONE)
    return after
  })

const upload = ({ db, send, files }: Needs) =>
  handle(uploadStaticPdf, async ({ input, caller, bytes, record }) => {
    const former = await files.of(input.key)
    record({
      objectType: 'static_pdf',
      objectId: input.key,
      before: former.length === 0 ? null : describe(former.at(-1)!),
    })
    const name = /\.pdf$/i.test(input.name) ? input.name : `${input.name}.pdf`
    const described = await files.receive({ name, by: caller.userId, bytes }, async (come, keep) => {
      if (come.why !== null) throw new OperationError('SCAN_BLOCKED', come.why)
      if (come.size > 0) await keep({ on: input.key })
      return describe(come)
    })
    await files.forget(former.map(({ id }) => id))
    record({ after: described.size === 0 ? null : described })
    const { version } = await readPage(db, input.key)
    send(tableUpdate, { table: 'static_pages', op: 'update', ids: [input.key], version }, EVERYONE)
    return described
  })
