import type { ObjectNeeds } from './object-rules.ts'
import { Objects, type HeldKind } from './objects.ts'
import type { Others } from '../cluster/others.ts'
import { StoredObjects, type StoredKind } from './stored-objects.ts'

/** `others`: the processes that change objects of this kind too. */
type Needs = ObjectNeeds & { others?: Others }

/**
 * Opens the objects of a kind: those that are `held` are in memory for immediate queries, those that are `stored` are
 * read from the database.
 */
export function openObjects<Body>(needs: Needs, kind: StoredKind<Body>): Promise<StoredObjects<Body>>
export function openObjects<Body>(needs: Needs, kind: HeldKind<Body>): Promise<Objects<Body>>
export async function openObjects<Body>(needs: Needs, kind: StoredKind<Body> | HeldKind<Body>) {
  if (kind.storage === 'stored') return new StoredObjects<Body>(needs, kind)
  const objects = new Objects<Body>(needs, kind)
  await objects.load()
  return objects
}
