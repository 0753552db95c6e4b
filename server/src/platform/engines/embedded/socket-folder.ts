import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { removeKnown } from '../../kernel/files/remove-known.ts'
import { UNPRIVILEGED, giveToUnprivileged, type RunWay } from './run-as.ts'

/** A path inside the data folder may pass the 107 bytes the name of a socket may have. */
const parent = () => (os.tmpdir().length > 60 ? '/tmp' : os.tmpdir())
const PREFIX = 'samudra-'
/** As mkdtemp makes it. */
const NAME = /^samudra-[A-Za-z0-9]{6}$/
const KNOWN = /^\.s\.PGSQL\.5432(\.lock)?$/

/** A private folder for the socket. */
export async function makeSocketFolder(way: RunWay): Promise<string> {
  const folder = await mkdtemp(path.join(parent(), PREFIX))
  await chmod(folder, 0o700)
  await giveToUnprivileged(way, folder)
  return folder
}

/** The path may come from a file: only what `makeSocketFolder` made is removed. False when it was left alone. */
export async function removeSocketFolder(folder: string): Promise<boolean> {
  const isOurs = path.resolve(path.dirname(folder)) === parent() && NAME.test(path.basename(folder))
  return isOurs && (await removeKnown(folder, KNOWN, [process.getuid?.(), UNPRIVILEGED]))
}
