import { Button } from '@mantine/core'
import { endSession, getUserSessions, type Session } from '@samudra/contract/sessions'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { toast } from '../../../../kit/toasts.ts'
import { When } from '../../../../kit/text/When.tsx'
import { call } from '../../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../../wire/use-answer.ts'

const SHOWN = 200

/** The open sessions of a user, or of everybody, newest first; each can be ended. */
export function SessionsList({ userId }: { userId?: string }) {
  const answer = useAnswer(
    getUserSessions,
    { ...(userId === undefined ? {} : { user_id: userId }), active: true, limit: SHOWN },
    { everyMs: 15_000, keep: true },
  )
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async (session: Session) => {
    await call(endSession, { id: session.id })
    toast(`The session on ${session.device_name || 'that device'} has ended.`, 'good')
    stale(getUserSessions)
  })
  if (answer.isError) return <p className="account-note">{answer.error.message}</p>
  if (answer.data === undefined) return <p className="account-note">Loading.....</p>
  const { items } = answer.data
  if (items.length === 0) return <p className="account-note">No open sessions.</p>
  return (
    <>
      {fault !== null && <p className="account-note">{fault.message}</p>}
      <ul className="sessions">
        {items.map((session) => (
          <li key={session.id} className="factor">
            <IconDeviceDesktop size={20} aria-hidden />
            <div>
              <strong>
                {userId === undefined && `${session.username} · `}
                {session.device_name || 'Unnamed device'}
                {session.current && <span className="session-here">this session</span>}
              </strong>
              <p>
                {session.ip} · since <When at={session.issued_at} /> · last seen{' '}
                <When at={session.last_seen_at} />
              </p>
            </div>
            {!session.current && (
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => void run(session)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
