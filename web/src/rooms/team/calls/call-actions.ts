import {
  callEndedNotification,
  callRejectNotification,
  getOpenCalls,
  inviteToCall,
  joinCall,
  muteCall,
  startCall,
  type Call,
  type CallKind,
  type CallSignal,
  type CallSubject,
} from '@samudra/contract/calls'
import { toast } from '../../../kit/toasts.ts'
import { call as callServer } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { hasEnded, isInCall, isOutdated, NOT_IN_CALL, partOf, setCall, useCalls } from './calls.store.ts'
import { CallSession } from './media/call-session.ts'
import { prepareServers } from './media/call-servers.ts'
import { openMicrophone, useDevices } from './media/devices.ts'

/** Room that this window takes part in, for the time after a reload. */
const RELOAD_KEY = 'samudra.call'

let session: CallSession | null = null
/** Window that joins a call at the moment, and signals that came for it before the answer. */
let joining: { peerId: string; signals: CallSignal[] } | null = null
/** Counts what changed calls here: an answer that was requested before a change may lack it. */
let changes = 0
let reading: Promise<void> | null = null
export const sessionNow = (): CallSession | null => session

const me = () => useSession.getState().user?.id ?? ''
const newPeerId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')
const fail = (error: unknown) => toast((error as Error).message, 'bad')

export type CallWanted = {
  kind: CallKind
  userIds: readonly string[]
  channelId?: string | undefined
  subject?: CallSubject | undefined
}

/** Calls people. Returns false when the server refused, which is shown. */
export async function placeCall({ kind, userIds, channelId, subject }: CallWanted): Promise<boolean> {
  const back = Object.values(useCalls.getState().calls).find(
    (call) => userIds.length === 1 && call.hostId === userIds[0] && partOf(call, me())?.state === 'RINGING',
  )
  // Two who call each other are connected.
  if (back !== undefined) return acceptCall(back)
  try {
    await hangUp()
    const peerId = newPeerId()
    void prepareServers().catch(() => undefined)
    const call = await callServer(startCall, {
      kind,
      user_ids: [...userIds],
      peer_id: peerId,
      ...(channelId !== undefined && { channel_id: channelId }),
      ...(subject !== undefined && { subject }),
    })
    if (hasEnded(call)) {
      announceUnanswered(call)
      return true
    }
    await begin(call, peerId, kind === 'VIDEO')
    return true
  } catch (error) {
    fail(error)
    return false
  }
}

function announceUnanswered(call: Call) {
  for (const { userId, username, state } of call.participants)
    if (userId !== me() && state === 'MISSED')
      toast(`${username} is set to Do not disturb and will see your call later`, 'warning')
}

/** Accepts a call that rings, or joins one that goes on; one in which this window takes part ends first. */
export async function acceptCall(call: Call, withCamera = call.kind === 'VIDEO'): Promise<boolean> {
  const peerId = newPeerId()
  const microphone = openMicrophone()
  // The session names what fails.
  microphone.catch(() => undefined)
  const own = (joining = { peerId, signals: [] as CallSignal[] })
  try {
    if (useCalls.getState().current !== call.roomName) await hangUp()
    const joined = await callServer(joinCall, { room_name: call.roomName, peer_id: peerId })
    await begin(joined, peerId, withCamera, microphone)
    return true
  } catch (error) {
    void microphone.then((track) => track.stop()).catch(() => undefined)
    fail(error)
    return false
  } finally {
    if (joining === own) joining = null
  }
}

async function begin(call: Call, peerId: string, withCamera: boolean, microphone = openMicrophone()) {
  const opened = new CallSession({
    call,
    peerId,
    userId: me(),
    ends: { lost: () => void lost(opened), changed: takeCall },
  })
  session?.close()
  session = opened
  sessionStorage.setItem(RELOAD_KEY, call.roomName)
  const muted = useDevices.getState().isPushToTalk
  useCalls.setState({
    ...NOT_IN_CALL,
    current: call.roomName,
    peerId,
    sending: { ...NOT_IN_CALL.sending, muted },
  })
  changes++
  if (!isOutdated(call)) setCall(call, me())
  if (joining?.peerId === peerId) for (const early of joining.signals) opened.signal(early)
  try {
    await opened.open(withCamera, microphone)
  } catch (error) {
    fail(error)
    await hangUp()
  }
}

/** Takes the state of a call that the server pushed or returned. */
export function takeCall(call: Call): void {
  if (isOutdated(call)) return
  changes++
  setCall(call, me())
  if (session?.roomName !== call.roomName) return
  const part = partOf(call, me())
  if (hasEnded(call) || part === undefined || !isInCall(part)) return void lost(session)
  if (part.peer_id !== session.peerId) return void lost(session)
  session.update(call)
}
export function takeSignal(signal: CallSignal): void {
  if (session?.roomName === signal.roomName && session.peerId === signal.to) session.signal(signal)
  else if (joining?.peerId === signal.to) joining.signals.push(signal)
}

/** Ends this window's part when the call takes it no more, and says why; a call that goes on without it is joined again. */
async function lost(ended: CallSession) {
  if (session !== ended) return
  const call = useCalls.getState().calls[ended.roomName]
  const part = call === undefined ? undefined : partOf(call, me())
  const isElsewhere = part !== undefined && isInCall(part) && part.peer_id !== ended.peerId
  leaveHere()
  if (isElsewhere) return toast('The call continues in another window')
  if (part?.state === 'REMOVED' || (part?.state === 'LEFT' && call?.cause === null))
    return toast('You were removed from the call', 'warning')
  if (call?.cause === 'NETWORK') toast('The call ended: the connection was lost', 'warning')
}

/** Closes devices and connections of this window. */
function leaveHere() {
  session?.close()
  session = null
  sessionStorage.removeItem(RELOAD_KEY)
  useCalls.setState(({ calls, current }) => {
    const { [current ?? '']: _, ...others } = calls
    return { ...NOT_IN_CALL, calls: others }
  })
}

/** Leaves the call of this window; a host whose call still rings cancels it. */
export async function hangUp(isForAll = false): Promise<void> {
  const { current, calls } = useCalls.getState()
  const call = current === null ? undefined : calls[current]
  if (call === undefined) return
  leaveHere()
  const isHost = call.hostId === me()
  const cause = isHost && call.state === 'RINGING' ? 'HOST_CANCEL' : 'ENDED'
  const user_ids = cause === 'ENDED' && !isForAll ? [me()] : []
  await callServer(callEndedNotification, { room_name: call.roomName, user_ids, cause }).catch(fail)
}

/** Leaves the call of this window without a message when the server cannot be reached. */
export async function leaveQuietly(): Promise<void> {
  const { current } = useCalls.getState()
  if (current === null) return
  leaveHere()
  await callServer(callEndedNotification, { room_name: current, user_ids: [me()], cause: 'ENDED' }).catch(
    () => undefined,
  )
}

export async function declineCall({ roomName, hostId }: Call): Promise<void> {
  useCalls.setState(({ hushed }) => ({ hushed: [...hushed, roomName] }))
  await callServer(callRejectNotification, {
    room_name: roomName,
    caller_id: hostId,
    reason: 'DECLINED',
  }).catch(fail)
}

/** Ends the part of one participant, by the host. */
export const removeFromCall = ({ roomName }: Call, userId: string): Promise<unknown> =>
  callServer(callEndedNotification, { room_name: roomName, user_ids: [userId], cause: 'ENDED' }).catch(fail)
export const muteOthers = ({ roomName }: Call): Promise<unknown> =>
  callServer(muteCall, { room_name: roomName }).catch(fail)
export const invite = async ({ roomName }: Call, userIds: readonly string[]): Promise<boolean> =>
  callServer(inviteToCall, { room_name: roomName, user_ids: [...userIds] }).then(
    (call) => (takeCall(call), true),
    (error: unknown) => (fail(error), false),
  )

/** Reads which calls ring or go on, after the page was opened or the connection came back; comes back to the one of this window. */
export async function readOpenCalls(): Promise<void> {
  changes++
  reading ??= readUntilCurrent().finally(() => (reading = null))
  await reading
  const before = sessionStorage.getItem(RELOAD_KEY)
  const own = before === null ? undefined : useCalls.getState().calls[before]
  if (own === undefined || session !== null || joining !== null) return
  const part = partOf(own, me())
  if (part !== undefined && isInCall(part)) await acceptCall(own, part.camera)
}

/** Reads open calls again until nothing changes meanwhile. */
async function readUntilCurrent() {
  let items: Call[]
  let seen: number
  do {
    seen = changes
    ;({ items } = await callServer(getOpenCalls, {}))
  } while (seen !== changes)
  const names = new Set(items.map(({ roomName }) => roomName))
  useCalls.setState(({ calls }) => ({
    calls: Object.fromEntries(Object.entries(calls).filter(([name]) => names.has(name))),
  }))
  for (const call of items) takeCall(call)
  if (session !== null && !names.has(session.roomName)) await lost(session)
}
