import { callChanged, callRejected, callEnded, callMuted, callSignal } from '@samudra/contract/calls'
import { audioCallNotification, videoCallNotification } from '@samudra/contract/calls'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useCallWish } from '../../../kit/share/call-wish.store.ts'
import { toast } from '../../../kit/toasts.ts'
import { markTitle } from '../../../kit/window-title.ts'
import { usePush } from '../../../wire/push.ts'
import { useResync } from '../../../wire/resync.ts'
import { useSession } from '../../../wire/session.ts'
import { useWire } from '../../../wire/transport.ts'
import { leaveQuietly, placeCall, readOpenCalls, sessionNow, takeCall, takeSignal } from './call-actions.ts'
import { CALL_TOAST_MS, cancelledText, declinedText } from './call-texts.ts'
import { hasEnded, partOf, ringingFor, useCalls } from './calls.store.ts'
import { ChoosePeople } from './ChoosePeople.tsx'
import { prepareServers } from './media/call-servers.ts'
import { beginRinging } from './ring-sound.ts'
import { useTalkKey } from './use-talk-key.ts'
import { CallWindow } from './window/CallWindow.tsx'
import { RingCard } from './window/RingCard.tsx'
import './calls.css'

/** Calls on every screen: those that ring, the one that goes on, and its window. */
export function CallsBackground() {
  const userId = useSession((state) => state.user?.id)
  const isLive = useWire(({ link }) => link === 'live')
  useEffect(() => {
    if (!isLive || userId === undefined) return
    void readOpenCalls().catch(() => undefined)
    sessionNow()?.restart()
  }, [isLive, userId])
  useResync(() => void readOpenCalls().catch(() => undefined))
  useCallPushes()
  useWish()
  useRinging(userId)
  useTitle()
  useTalkKey()
  useEffect(() => {
    const leave = () => sessionNow()?.close()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  // The call of a user who logs out ends.
  useEffect(() => (userId === undefined ? undefined : () => void leaveQuietly()), [userId])
  return createPortal(<Windows userId={userId} />, document.body)
}

function Windows({ userId }: { userId: string | undefined }) {
  const ringing = useCalls((state) => ringingFor(state, userId)[0])
  const current = useCalls((state) => (state.current === null ? undefined : state.calls[state.current]))
  return (
    <>
      {current !== undefined && <CallWindow call={current} />}
      {ringing !== undefined && (
        <RingCard key={ringing.roomName} call={ringing} isInCall={current !== undefined} />
      )}
      <ChoosePeople />
    </>
  )
}

function useCallPushes() {
  const userId = useSession((state) => state.user?.id)
  const follow = () => void readOpenCalls().catch(() => undefined)
  usePush(callChanged, takeCall)
  usePush(callSignal, takeSignal)
  // The state of the call comes beside it; a page that missed that reads it.
  usePush(audioCallNotification, ({ roomName }) => useCalls.getState().calls[roomName] ?? follow())
  usePush(videoCallNotification, ({ roomName }) => useCalls.getState().calls[roomName] ?? follow())
  usePush(callRejected, ({ callRejectedBy, reason, roomName }) =>
    toast(
      reason === 'BUSY' ? `${callRejectedBy} is in another call` : declinedText(callRejectedBy),
      'plain',
      {
        ms: CALL_TOAST_MS,
        // Another call leaves the message of this one its time.
        sort: { key: `call-${roomName}-${callRejectedBy}` },
      },
    ),
  )
  usePush(callEnded, ({ cause, userId: hostId }) => {
    if (cause === 'HOST_CANCEL' && hostId !== userId) toast(cancelledText, 'plain', { ms: CALL_TOAST_MS })
    if (cause === 'TIMEOUT' && hostId === userId) toast('No one answered the call')
  })
  usePush(callMuted, ({ roomName, hostName }) => {
    if (sessionNow()?.roomName !== roomName) return
    sessionNow()?.setMuted(true)
    toast(`${hostName} muted all participants. Unmute yourself to speak`)
  })
}

/** Places the call that was wished for elsewhere on the screen. */
function useWish() {
  const wish = useCallWish((state) => state.wish)
  useEffect(() => {
    if (wish === null || wish.userIds.length === 0) return
    useCallWish.setState({ wish: null })
    void placeCall(wish)
  }, [wish])
}

function useRinging(userId: string | undefined) {
  const isRinging = useCalls((state) => ringingFor(state, userId).length > 0)
  const isCalling = useCalls(({ current, calls }) => current !== null && calls[current]?.state === 'RINGING')
  useEffect(() => {
    if (!isRinging) return undefined
    // Accepting then needs them no more.
    void prepareServers().catch(() => undefined)
    return beginRinging('IN')
  }, [isRinging])
  useEffect(() => (isCalling && !isRinging ? beginRinging('OUT') : undefined), [isCalling, isRinging])
}

/** Names in the title of the window who calls, or what is open to the others. */
function useTitle() {
  const userId = useSession((state) => state.user?.id)
  const caller = useCalls((state) => ringingFor(state, userId)[0]?.hostName ?? null)
  const open = useCalls(({ current, calls, sending, isTalking }) => {
    const call = current === null ? undefined : calls[current]
    if (call === undefined || hasEnded(call) || partOf(call, userId) === undefined) return null
    if (sending.screen) return '● Screen shared'
    if (sending.camera) return '● Camera on'
    return sending.muted && !isTalking ? '● In a call' : '● Microphone on'
  })
  useEffect(() => markTitle('call', open), [open])
  useEffect(() => markTitle('ring', caller === null ? null : `Call from ${caller}`), [caller])
  useEffect(
    () => () => {
      markTitle('call', null)
      markTitle('ring', null)
    },
    [],
  )
}
