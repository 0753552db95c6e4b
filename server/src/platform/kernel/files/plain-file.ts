import { closeSync, constants, lstatSync, openSync, readFileSync, statSync, type Stats } from 'node:fs'
import { StartFailure, sentenceOf } from '../http/errors.ts'

/** Files that an operator may have linked to another place; Samudra then follows the link. */
type Links = { mayBeLink: boolean }

/** Returns false when nothing has this name. Throws a StartFailure that names anything but a regular file. */
export function isPlainFile(file: string, { mayBeLink }: Links = { mayBeLink: false }): boolean {
  const found = (mayBeLink ? statSync : lstatSync)(file, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (!found.isFile())
    throw new StartFailure(
      `${file} is ${kindOf(found)}, but Samudra needs a file there. Move it, then restart.`,
    )
  return true
}

/** Returns the text of a regular file, null when it is missing. Throws a StartFailure when it cannot be read. */
export function readPlainFile(file: string, links?: Links): string | null {
  if (!isPlainFile(file, links)) return null
  try {
    // Without a wait, should it have become a pipe meanwhile.
    const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return readFileSync(opened, 'utf8')
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartFailure(`${file} cannot be read: ${sentenceOf(error)}. Start as the owner of the folder.`)
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  if (found.isSymbolicLink()) return 'a link'
  return found.isSocket() ? 'a socket' : 'a device'
}
