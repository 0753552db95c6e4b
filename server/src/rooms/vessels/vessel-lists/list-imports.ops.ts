import {
  checkVesselListImport,
  commitVesselListImport,
  LARGEST_LIST_FILE,
  MOST_MEMBERS,
  type VesselListImport,
} from '@samudra/contract/vessel-lists'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import {
  checkDry,
  commitDry,
  planItems,
  type PlannedEffect,
} from '../../../platform/kernel/objects/dry-runs.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { importFiles, type FilesOf } from '../../../platform/kernel/files/file-store.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { TableRead } from '../../../platform/formats/table-file.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import type { List, Member } from '../../chart/filter-inputs/room.ts'
import { isInForce, visibleMembers } from './vessel-list.ts'
import { refuseDynamic, type ListNeeds } from './lists.ops.ts'
import type { MemberRow } from './read-list-table.ts'

/** Source files of dry runs, which no user can download. */
export const LIST_FILES = importFiles('vessel_list_import', LARGEST_LIST_FILE)
const KIND = 'vessel_list'

type Needs = ListNeeds & { readers: Readers; files: FilesOf }
/** Whom committing puts on the list; of a change the stay of before ends. */
type Planned = { mmsi: string; reason: string; expires_at: string | null; isChange: boolean }

export const listImportOps = (needs: Needs): Handled[] => [check(needs), commit(needs)]

const check = (needs: Needs) =>
  handle(checkVesselListImport, async (call) => {
    const { input, caller } = call
    const list = await needs.membership.writable(input.id, caller)
    refuseDynamic(list)
    return checkDry<VesselListImport>(KIND, needs, call, async (come) => {
      const query = { reading: 'lists', who: caller.userId, options: null } as const
      const table = await needs.readers.read<TableRead<MemberRow>>({ ...query, bytes: come.read() })
      const { late, ...planned } = planOf(needs, list, caller, table.rows, input.reason)
      const errors = [...table.faults, ...late].sort((a, b) => a.line - b.line)
      return { ...planned, list_id: list.id, errors, counts: { errors: table.faulty + late.length } }
    })
  })

/**
 * Returns the planned effect of each line. A member hidden from the caller is answered like a vessel not on the list.
 */
function planOf(needs: Needs, list: List, caller: Caller, lines: readonly MemberRow[], usual: string) {
  const { clock, membership } = needs
  const now = clock.now()
  const ships = needs.shipsOf(caller)
  const inForce = membership.membersOf(list).filter((one) => isInForce(one, now))
  const there = new Set(inForce.map(({ mmsi }) => mmsi))
  const visible = new Map(visibleMembers(membership, list, caller, ships, now).map((one) => [one.mmsi, one]))
  const late: { line: number; why: string }[] = []
  let count = there.size
  const planned = planItems(lines, {
    row: ({ line, mmsi }) => ({ line, mmsi, ship_name: ships.find(Number(mmsi))?.ship_name ?? null }),
    key: () => null,
    place: ({ line }) => `line ${line}`,
    effect: ({ line, mmsi, reason, expires_at }): PlannedEffect<Planned> | null => {
      const before = visible.get(mmsi)
      const isNew = before === undefined
      const step = { mmsi, reason: reason ?? before?.reason ?? usual, expires_at, isChange: !isNew }
      if (!isInForce({ expires_at }, now))
        late.push({ line, why: `ends at ${expires_at}, which is in the past` })
      else if (!isNew)
        return isOtherOf(before, reason, expires_at)
          ? { action: 'change', why: 'new reason or expiry', step }
          : { action: 'skip', why: 'it is on this list already' }
      else if (there.has(mmsi)) return { action: 'add', why: '' }
      else if (++count <= MOST_MEMBERS) return { action: 'add', why: '', step }
      else late.push({ line, why: `exceeds the maximum of ${MOST_MEMBERS} vessels` })
      return null
    },
  })
  return { ...planned, late }
}

const isOtherOf = (before: Member, reason: string | null, expires_at: string | null) =>
  (reason !== null && reason !== before.reason) || (expires_at !== null && expires_at !== before.expires_at)

const commit = (needs: Needs) =>
  handle(commitVesselListImport, async (call) => {
    const { caller, record } = call
    return commitDry<Planned, VesselListImport>(KIND, needs.db, call, {
      check: (_, { list_id }) => void needs.lists.writable(list_id, caller),
      act: async (plan, { list_id, file, counts }) => {
        let done = { added: 0, changed: 0, skipped: counts.skip }
        const at = new Date(needs.clock.now())
        const reason = `Import of ${file}`
        record({ reason })
        await needs.editMembers(caller, list_id, reason, (list) => {
          const there = new Set(
            needs.membership
              .membersOf(list)
              .flatMap((one) => (isInForce(one, at.getTime()) ? [one.mmsi] : [])),
          )
          const some = plan.filter(
            (one) => isInForce(one, at.getTime()) && (one.isChange || !there.has(one.mmsi)),
          )
          const fresh = some.filter(({ mmsi }) => !there.has(mmsi)).length
          if (there.size + fresh > MOST_MEMBERS)
            throw new OperationError(
              'VALIDATION',
              `A list has at most ${MOST_MEMBERS} vessels. Check the file again.`,
            )
          const changed = some.length - fresh
          done = { added: fresh, changed, skipped: counts.skip + plan.length - some.length }
          const come = some.map(({ mmsi, reason: why, expires_at }) => ({
            mmsi,
            reason: why,
            added_by: caller.username,
            added_by_id: caller.userId,
            added_at: at.toISOString(),
            expires_at,
          }))
          return some.length === 0 ? null : { come, go: some.map(({ mmsi }) => mmsi) }
        })
        return { done }
      },
    })
  })
