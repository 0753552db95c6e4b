import { OperationError } from '../http/errors.ts'
import type { Held } from './object-rules.ts'
import type { NextRow } from './objects.sql.ts'
import { bytesOfBody } from '../http/pages.ts'

/** Limits of what one user owns of a kind of objects that are held in memory. */
export type OwnedLimits = {
  /** Maximum number of objects at a time; 5,000 unless set. All their bodies have at most 32 MB. */
  mostOfUser?: number
  /** Set for kinds that administrators import: one user may own any number of them. */
  isImported?: true
}
const MOST_OF_USER = 5000
const MOST_MB_OF_USER = 32
const MB = 2 ** 20

/** Throws TOO_LARGE when a user would own too many objects, or too many bytes of them, with the next rows. */
export function checkOwned<Body>(
  { noun, mostOfUser = MOST_OF_USER, isImported }: OwnedLimits & { noun: string },
  held: Iterable<Held<Body>>,
  userId: string,
  next: readonly NextRow[],
): void {
  if (isImported === true) return
  const replaced = new Set(next.map(({ id }) => id))
  let [count, bytes] = [0, 0]
  for (const one of held) {
    if (one.owner_id !== userId || replaced.has(one.id)) continue
    count++
    bytes += bytesOfBody(one)
  }
  if (count + next.length > mostOfUser)
    throw tooLarge(`You have ${count} ${noun}s. At most ${mostOfUser} are allowed.`)
  for (const one of next) bytes += bytesOfBody(one)
  if (bytes > MOST_MB_OF_USER * MB)
    throw tooLarge(
      `Your ${noun}s would have ${Math.ceil(bytes / MB)} MB. At most ${MOST_MB_OF_USER} MB are allowed.`,
    )
}
const tooLarge = (why: string) => new OperationError('TOO_LARGE', `${why} Delete one first.`)
