import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { MayKnow } from './audience.ts'
import type { Kind } from './object-rules.ts'
import { Objects } from './objects.ts'
import { StoredObjects, type StoredKind } from './stored-objects.ts'

type Needs = { db: Db; clock: Clock; mayKnow?: MayKnow }

/** Opens the keeper that a kind declares: those that are `held` are there to be asked at once, those that are `stored` answer from the database. */
export function openObjects<Body>(needs: Needs, kind: StoredKind<Body>): Promise<StoredObjects<Body>>
export function openObjects<Body>(needs: Needs, kind: Kind<Body> & { kept?: 'held' }): Promise<Objects<Body>>
export async function openObjects<Body>(
  needs: Needs,
  kind: StoredKind<Body> | (Kind<Body> & { kept?: 'held' }),
) {
  if (kind.kept === 'stored') return new StoredObjects<Body>(needs, kind)
  const objects = new Objects<Body>(needs, kind)
  await objects.load()
  return objects
}
