import { getSightOfUser } from '@samudra/contract/picture'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Seen } from './views/visibility-preview.ts'

const POSITIONS = 2000

/** Returns the picture as a user would see it, for the administrator who sets the rights. */
export const visibilityOps = (needs: {
  clock: Clock
  /** Null when there is no such user. */
  sightOf: (userId: string) => Promise<CallerVisibility | null>
  seenBy: (visibility: CallerVisibility, limit: number) => Seen
}): Handled[] => [
  handle(getSightOfUser, async ({ input, record }) => {
    record({ objectType: 'user', objectId: input.id })
    const visibility = await needs.sightOf(input.id)
    if (visibility === null) throw new OperationError('NOT_FOUND', 'This user does not exist.')
    const seen = needs.seenBy(visibility, input.limit ?? POSITIONS)
    return { ...seen, as_of: new Date(needs.clock.now()).toISOString() }
  }),
]
