import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { logOut } from '../rooms/centre/identity/login/log-out.ts'
import { stay, useIdle } from '../wire/keep-alive.ts'

/** Before a session ends for want of work: how long is left, and the way to stay. */
export function IdleWarning() {
  const endsAt = useIdle((state) => state.endsAt)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (endsAt === null) return undefined
    const tick = () => setNow(Date.now())
    const first = setTimeout(tick)
    const timer = setInterval(tick, 500)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [endsAt])
  const left = endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - now) / 1000))
  const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Modal
      opened={endsAt !== null}
      onClose={stay}
      title="Are you still there?"
      centered
      size={400}
      closeButtonProps={{ 'aria-label': 'Stay logged in' }}
    >
      <p className="idle-words">
        You have been inactive. You will be logged out in{' '}
        <strong className="figures" role="timer">
          {words}
        </strong>
        . Your drafts are saved.
      </p>
      <div className="idle-buttons">
        <Button data-autofocus onClick={stay}>
          Stay logged in
        </Button>
        <Button variant="default" onClick={() => void logOut()}>
          Log out now
        </Button>
      </div>
    </Modal>
  )
}
