import type { Call } from '@samudra/contract/calls'
import { IconPhone, IconPhoneOff, IconVideo, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { ObjectCards } from '../../../../map/cards/ObjectCards.tsx'
import { useSession } from '../../../../wire/session.ts'
import { acceptCall, declineCall } from '../call-actions.ts'
import { kindText, namesText } from '../call-texts.ts'
import { useCalls } from '../calls.store.ts'

/** Card of a call that rings: nothing of this machine is open before it is accepted. */
export function RingCard({ call, isInCall }: { call: Call; isInCall: boolean }) {
  const own = useSession((state) => state.user?.id)
  const accept = useRef<HTMLButtonElement>(null)
  const others = call.participants
    .filter(({ userId }) => userId !== own && userId !== call.hostId)
    .map(({ username }) => username)
  useNote(call)
  return (
    <section className="call-ring" role="alertdialog" aria-label={`${kindText(call)} from ${call.hostName}`}>
      <button
        type="button"
        className="icon-button call-ring-hush"
        aria-label="Stop ringing here"
        title="Stop ringing here"
        onClick={() => useCalls.setState(({ hushed }) => ({ hushed: [...hushed, call.roomName] }))}
      >
        <IconX size={16} aria-hidden />
      </button>
      <p className="call-ring-kind">
        {call.kind === 'VIDEO' ? <IconVideo size={15} aria-hidden /> : <IconPhone size={15} aria-hidden />}{' '}
        {kindText(call)}
      </p>
      <h2>
        <PersonName userId={call.hostId} name={call.hostName} />
      </h2>
      {others.length > 0 && <p className="dim">with {namesText(others)}</p>}
      {call.subject !== null && <ObjectCards cards={[call.subject]} />}
      <div className="call-ring-actions">
        <button type="button" className="call-decline" onClick={() => void declineCall(call)}>
          <IconPhoneOff size={18} aria-hidden /> Decline
        </button>
        <button
          ref={accept}
          type="button"
          className="call-accept"
          onClick={() => void acceptCall(call, false)}
        >
          <IconPhone size={18} aria-hidden /> Accept
        </button>
        {call.kind === 'VIDEO' && (
          <button type="button" className="call-accept" onClick={() => void acceptCall(call, true)}>
            <IconVideo size={18} aria-hidden /> With video
          </button>
        )}
      </div>
      {isInCall && <p className="dim">Accepting ends the call you are in.</p>}
    </section>
  )
}

/** Shows a note outside of the window while nobody looks at it, where the browser allows notes. */
function useNote(call: Call) {
  const { roomName, hostName } = call
  const text = kindText(call)
  useEffect(() => {
    if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted')
      return undefined
    const note = new Notification(`${text} from ${hostName}`, {
      tag: `samudra.call.${roomName}`,
      requireInteraction: true,
      icon: '/logo-unread.svg',
    })
    note.addEventListener('click', () => window.focus())
    return () => note.close()
  }, [roomName, hostName, text])
}
