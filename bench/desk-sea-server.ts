/**
 * Serves three months of a sea with four stories (desk-sea.ts) and the screens, to look at dashboards and reports:
 * `tsx bench/desk-sea-server.ts PORT [FOLDER]`. The sea stays in the folder and is served again from it; without one SIGINT
 * ends the server and removes what it wrote.
 */
import { foldersOf } from '../server/src/compose.ts'
import { benchServer } from './bench-server.ts'
import { hasDeskSea, storeDeskSea } from './desk-sea.ts'
import { root } from './engines.ts'

const folder = process.argv[3]
const server = await benchServer(
  'desk',
  { screensFolder: foldersOf(root).screensFolder },
  {
    port: Number(process.argv[2] ?? 0),
    ...(folder === undefined ? {} : { folder }),
    fill: async (db) => {
      if (!(await hasDeskSea(db))) console.log(JSON.stringify(await storeDeskSea(db, Date.now())))
    },
  },
)
console.log(`http://127.0.0.1:${server.port}`)
process.once('SIGINT', () => void server.close().then(() => process.exit(0)))
