import { getSightOfUser } from '@samudra/contract/picture'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Sight } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { Seen } from './sight-preview.ts'

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
