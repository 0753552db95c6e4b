import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { StartFailure } from '../http/errors.ts'

/** Makes the data folder when it is missing. Throws a sentence when it cannot be written. */
export async function writableFolder(folder: string): Promise<void> {
  try {
    await made(path.resolve(folder))
    await access(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new StartFailure(
      `The data folder ${folder} is not writable. Change its owner, or choose another folder: npm start -- --data DIR`,
    )
  }
}

/** One step at a time: mkdir's own recursion never ends where a folder answers that nothing can be made in it. */
async function made(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  if (path.dirname(folder) !== folder) await made(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error
  })
}

const isFolder = (folder: string) =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
