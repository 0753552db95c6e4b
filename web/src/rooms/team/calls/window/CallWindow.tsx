import { callLengthText, type Call } from '@samudra/contract/calls'
import {
  IconAlertTriangle,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowsMove,
  IconMinus,
  IconPhone,
  IconUserX,
} from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { serverNow } from '../../../../wire/transport.ts'
import { useSession } from '../../../../wire/session.ts'
import { removeFromCall, sessionNow } from '../call-actions.ts'
import { namesText } from '../call-texts.ts'
import { isInCall, useCalls } from '../calls.store.ts'
import { problemText } from '../media/quality.ts'
import { CallTools } from './CallTools.tsx'
import { OwnPicture, PeerTile } from './PeerTile.tsx'
import { useSpeakers } from './use-speakers.ts'
import { useWindowPlace } from './use-window-place.ts'

/** Window of the call in which this window takes part: docked above every screen, large, or a line. */
export function CallWindow({ call }: { call: Call }) {
  const view = useCalls((state) => state.view)
  const lines = useCalls((state) => state.lines)
  const picture = useCalls((state) => state.picture)
  const sending = useCalls((state) => state.sending)
  const own = useSession((state) => state.user?.id)
  const speakers = useSpeakers()
  const others = call.participants.filter(
    (one) => one.userId !== own && (isInCall(one) || one.state === 'RINGING'),
  )
  const inCall = others.filter(isInCall)
  useSeenPictures(view !== 'SMALL')
  const { element, style, isChosen, head, onMoveKey } = useWindowPlace(view !== 'LARGE')
  const isHost = call.hostId === own
  const loudest = inCall.find(({ peer_id }) => peer_id !== null && speakers.has(peer_id))?.userId
  return (
    <section
      ref={element}
      className="call-window"
      style={style}
      data-view={view}
      data-count={Math.max(1, others.length)}
      aria-label={`Call with ${namesText(others.map(({ username }) => username))}`}
    >
      <header
        className="call-head"
        title={isChosen ? 'Double-click for a free corner' : 'Drag to move'}
        {...head}
      >
        <IconPhone size={15} aria-hidden />
        <h2>{others.length === 0 ? 'Call' : namesText(others.map(({ username }) => username))}</h2>
        <Clock call={call} />
        {view !== 'LARGE' && <MoveButton onMoveKey={onMoveKey} />}
        <ViewButtons />
      </header>
      {view !== 'SMALL' && (
        <div className="call-tiles">
          {others.map((person) => (
            <div
              key={person.userId}
              className="call-place"
              data-loud={person.userId === loudest || undefined}
            >
              <PeerTile
                person={person}
                line={person.peer_id === null ? undefined : lines[person.peer_id]}
                isSpeaking={person.peer_id !== null && speakers.has(person.peer_id)}
              />
              {isHost && isInCall(person) && (
                <button
                  type="button"
                  className="icon-button call-remove"
                  aria-label={`Remove ${person.username} from the call`}
                  title="Remove from the call"
                  onClick={() => void removeFromCall(call, person.userId)}
                >
                  <IconUserX size={15} aria-hidden />
                </button>
              )}
            </div>
          ))}
          {picture !== null && <OwnPicture stream={picture} isScreen={sending.screen} />}
        </div>
      )}
      <Problems call={call} />
      <CallTools call={call} />
    </section>
  )
}

/** Button that has the focus while arrow keys move the window. */
const MoveButton = ({ onMoveKey }: { onMoveKey: (event: KeyboardEvent<HTMLElement>) => void }) => (
  <button
    type="button"
    className="icon-button"
    aria-label="Move the window: arrow keys, Home for a free corner"
    title="Drag, or move with the arrow keys; Home for a free corner"
    onKeyDown={onMoveKey}
  >
    <IconArrowsMove size={15} aria-hidden />
  </button>
)

function ViewButtons() {
  const view = useCalls((state) => state.view)
  const show = (to: typeof view) => () => useCalls.setState({ view: to })
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={view === 'SMALL' ? 'Show video' : 'Show as one line'}
        title={view === 'SMALL' ? 'Show video' : 'Show as one line'}
        onClick={show(view === 'SMALL' ? 'DOCKED' : 'SMALL')}
      >
        <IconMinus size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={view === 'LARGE' ? 'Dock the call' : 'Enlarge the call'}
        title={view === 'LARGE' ? 'Dock the call' : 'Enlarge the call'}
        onClick={show(view === 'LARGE' ? 'DOCKED' : 'LARGE')}
      >
        {view === 'LARGE' ? (
          <IconArrowsDiagonalMinimize2 size={16} aria-hidden />
        ) : (
          <IconArrowsDiagonal size={16} aria-hidden />
        )}
      </button>
    </>
  )
}

/** Length of the call, or that it rings. */
function Clock({ call }: { call: Call }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (call.answered_at === null) return <span className="dim">Ringing…</span>
  return <span className="figures">{callLengthText(now - Date.parse(call.answered_at))}</span>
}

/** Problems of the own devices and of each connection, in words. */
function Problems({ call }: { call: Call }) {
  const lines = useCalls((state) => state.lines)
  const fault = useCalls((state) => state.fault)
  const isSilent = useCalls((state) => state.isSilent)
  const nameOf = (userId: string) =>
    call.participants.find((one) => one.userId === userId)?.username ?? 'a participant'
  const problems = [
    ...(fault === null ? [] : [fault]),
    ...(isSilent ? ['Your microphone is silent'] : []),
    ...Object.values(lines).flatMap(
      ({ userId, state, quality }) => problemText(nameOf(userId), state, quality) ?? [],
    ),
  ]
  if (problems.length === 0) return null
  return (
    <ul className="call-problems" role="status">
      {problems.map((text) => (
        <li key={text}>
          <IconAlertTriangle size={14} aria-hidden /> {text}
        </li>
      ))}
    </ul>
  )
}

/** Has pictures sent only while they are seen here. */
function useSeenPictures(isShown: boolean) {
  useEffect(() => {
    const notify = () => sessionNow()?.seePictures(isShown && document.visibilityState === 'visible')
    notify()
    document.addEventListener('visibilitychange', notify)
    return () => document.removeEventListener('visibilitychange', notify)
  }, [isShown])
}
