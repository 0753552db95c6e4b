import type { StaticPage } from '@samudra/contract/settings'
import type { Db } from '../../../platform/needs/database.ts'
import { inTransaction, query } from '../../../platform/needs/query.ts'

export type PageRow = {
  key: StaticPage['key']
  title: string
  body_md: string
  version: number
  updated_by: string
  updated_at: Date
}
type Tables = { static_pages: PageRow; static_page_versions: PageRow }
const tables = (db: Db) => query<Tables>(db)

export const readPage = (db: Db, key: string) =>
  tables(db)
    .selectFrom('static_pages')
    .selectAll()
    .where('key', '=', key as PageRow['key'])
    .executeTakeFirstOrThrow()

/**
 * Changes a page if it still has this version and stores its former content; returns false when another change was
 * faster.
 */
export const changePage = (
  db: Db,
  expected: number,
  page: Pick<PageRow, 'key' | 'title' | 'body_md' | 'updated_by' | 'updated_at'>,
): Promise<boolean> =>
  inTransaction(db, async (client) => {
    const { rowCount } = await client.query(
      `insert into static_page_versions (key, version, title, body_md, updated_by, updated_at)
       select key, version, title, body_md, updated_by, updated_at from static_pages
       where key = $1 and version = $2 for update`,
      [page.key, expected],
    )
    if (rowCount !== 1) return false
    await client.query(
      'update static_pages set title = $2, body_md = $3, updated_by = $4, updated_at = $5, version = version + 1 where key = $1',
      [page.key, page.title, page.body_md, page.updated_by, page.updated_at],
    )
    return true
  })
