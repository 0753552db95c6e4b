import { getSightOfUser } from '@samudra/contract/picture'
import { Refusal } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Sight } from '../../../platform/kernel/http/sight.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Seen } from './views/sight-preview.ts'

const POSITIONS = 2000

/** What a user would see now, for who sets the rights. */
export const sightOps = (needs: {
  clock: Clock
  /** Null when there is no such user. */
  sightOf: (userId: string) => Promise<Sight | null>
  seenBy: (sight: Sight, limit: number) => Seen
}): Handled[] => [
  handle(getSightOfUser, async ({ input, record }) => {
    record({ objectType: 'user', objectId: input.id })
    const sight = await needs.sightOf(input.id)
    if (sight === null) throw new Refusal('NOT_FOUND', 'This user does not exist.')
    const seen = needs.seenBy(sight, input.limit ?? POSITIONS)
    return { ...seen, as_of: new Date(needs.clock.now()).toISOString() }
  }),
]
