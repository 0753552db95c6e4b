import { lstat, readdir, rmdir, unlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * Removes a folder this program made: none that is a link, lies in another's name or holds anything but files it
 * knows. File by file and never deeper, so that a wrong path costs nothing. True when it is gone.
 */
export async function removeKnown(
  named: string,
  known: RegExp,
  owners: readonly (number | undefined)[] = [process.getuid?.()],
): Promise<boolean> {
  // With a slash at its end the name of a link would be followed.
  const folder = path.resolve(named)
  const found = await lstat(folder).catch(() => null)
  if (found === null) return true
  if (!found.isDirectory() || !owners.includes(process.getuid === undefined ? undefined : found.uid))
    return false
  const entries = await readdir(folder, { withFileTypes: true })
  if (!entries.every((entry) => known.test(entry.name) && !entry.isDirectory())) return false
  for (const { name } of entries) await unlink(path.join(folder, name)).catch(unlessGone)
  await rmdir(folder).catch(unlessGone)
  return true
}

function unlessGone(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
