import { endSession, getUserSessions, type Session } from '@samudra/contract/sessions'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { cursorOf, readCursor } from './cursor.ts'
import type { Identity } from './needs.ts'
import { countSessions, listSessions, sessionById } from './sessions.sql.ts'

const PAGE = 100

export const sessionOps = (needs: Identity): Handled[] => [
  handle(getUserSessions, async ({ input, caller, record }) => {
    const { db, clock, sessions } = needs
    record({ objectType: 'user', objectId: input.user_id ?? (caller.isAdmin ? '' : caller.userId) })
    if (!caller.isAdmin && input.user_id !== undefined && input.user_id !== caller.userId)
      throw new OperationError('FORBIDDEN', 'Only an administrator may see the sessions of others.')
    const { active, from, to } = input
    const at = new Date(clock.now())
    const userId = caller.isAdmin ? (input.user_id ?? null) : caller.userId
    const search = { userId, active, from, to, idleSince: sessions.idleSince, at }
    const limit = input.limit ?? PAGE
    const [rows, total] = await Promise.all([
      listSessions(db, search, { after: readCursor(input.cursor), limit }),
      countSessions(db, search),
    ])
    const last = rows.at(-1)
    return {
      items: rows.map((row) => present(row, caller, search)),
      total,
      next: rows.length < limit || last === undefined ? null : cursorOf(last.sort_key, last.id),
      as_of: at.toISOString(),
    }
  }),
  handle(endSession, async ({ input, caller, record }) => {
    const row = await sessionById(needs.db, input.id)
    record({ objectType: 'session', objectId: input.id, reason: input.reason ?? '' })
    if (row === undefined || (!caller.isAdmin && row.user_id !== caller.userId))
      throw new OperationError('NOT_FOUND', 'This session does not exist.')
    const isOwn = row.user_id === caller.userId
    const revoked = await needs.sessions.end(
      row.user_id,
      { only: row.id },
      isOwn ? 'ENDED' : 'REVOKED',
      caller.username,
      isOwn ? 'ended from another session' : 'ended by an administrator',
    )
    record({
      objectType: 'user',
      objectId: row.user_id,
      before: { session_id: row.id, open: revoked > 0 },
      after: { session_id: row.id, open: false },
    })
    return { revoked }
  }),
]

function present(
  row: Awaited<ReturnType<typeof listSessions>>[number],
  caller: Caller,
  { at, idleSince }: { at: Date; idleSince: Date },
): Session {
  const isOver = row.expires_at <= at || row.last_seen_at <= idleSince
  const state = row.end_state ?? (row.ended_at !== null ? 'ENDED' : isOver ? 'EXPIRED' : 'ACTIVE')
  return {
    id: row.id,
    user_id: row.user_id,
    username: row.username,
    isLoggedIn: state === 'ACTIVE',
    issued_at: row.issued_at.toISOString(),
    exp: row.expires_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    ip: row.address,
    device_name: row.device_name,
    user_agent: row.user_agent,
    state,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_by: row.ended_by,
    ended_reason: row.ended_reason,
    current: row.id === caller.sessionId,
  }
}
