import type { AisFilter, FilterNode } from '@samudra/contract/filter'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { ListBody } from '../../chart/filter-inputs/room.ts'

/** Most conditions of all dynamic lists of one owner together: each is evaluated for every vessel. */
const MOST_CONDITIONS = 1000

const nodesOf = (node: FilterNode): number =>
  'of' in node ? node.of.reduce((sum, one) => sum + nodesOf(one), 1) : 1

const conditionsOf = ({ expr, ...fields }: AisFilter): number =>
  Object.values(fields).filter((value) => value !== undefined).length +
  (expr === undefined ? 0 : nodesOf(expr))

/** Throws TOO_LARGE when the dynamic lists of an owner have too many conditions with the query of one of them. */
export function checkConditions(
  lists: Pick<Objects<ListBody>, 'all'>,
  ownerId: string,
  { id, body }: { id?: string; body: ListBody },
): void {
  if (body.kind !== 'DYNAMIC') return
  let count = conditionsOf(body.query)
  for (const one of lists.all())
    if (one.owner_id === ownerId && one.id !== id && one.body.kind === 'DYNAMIC')
      count += conditionsOf(one.body.query)
  if (count <= MOST_CONDITIONS) return
  throw new OperationError(
    'TOO_LARGE',
    `The dynamic lists of one user have at most ${MOST_CONDITIONS} conditions together; these have ${count}. Shorten a query or delete a list.`,
    { fields: [{ field: 'query', why: `has too many conditions with those of the other dynamic lists` }] },
  )
}
