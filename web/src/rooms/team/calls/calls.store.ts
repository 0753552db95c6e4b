import type { Call, CallKind, CallParticipant, Sending } from '@samudra/contract/calls'
import { create } from 'zustand'
import type { LineQuality } from './media/quality.ts'

/** Connection to one other window, as it is shown. */
export type PeerLine = {
  userId: string
  state: RTCPeerConnectionState
  quality: LineQuality | null
  stream: MediaStream | null
}

export type CallsState = {
  /** Calls that ring for this user or that the user takes part in, by the name of their room. */
  calls: Readonly<Record<string, Call>>
  /** Call in which this window takes part. */
  current: string | null
  peerId: string | null
  sending: Sending
  /** Own picture, or the shared screen. */
  picture: MediaStream | null
  lines: Readonly<Record<string, PeerLine>>
  isThin: boolean
  /** Problem of the own devices, in a sentence. */
  fault: string | null
  isSilent: boolean
  /** True while the key to talk is held. */
  isTalking: boolean
  view: 'DOCKED' | 'LARGE' | 'SMALL'
  /** Calls whose ringing this user put away without an answer. */
  hushed: readonly string[]
}

export const NOT_IN_CALL: Pick<
  CallsState,
  | 'current'
  | 'peerId'
  | 'sending'
  | 'picture'
  | 'lines'
  | 'fault'
  | 'isSilent'
  | 'isTalking'
  | 'isThin'
  | 'view'
> = {
  current: null,
  peerId: null,
  sending: { muted: false, camera: false, screen: false },
  picture: null,
  lines: {},
  fault: null,
  isSilent: false,
  isTalking: false,
  isThin: false,
  view: 'DOCKED',
}

export const useCalls = create<CallsState>(() => ({ calls: {}, hushed: [], ...NOT_IN_CALL }))

export const partOf = (call: Call, userId: string | undefined): CallParticipant | undefined =>
  call.participants.find((one) => one.userId === userId)
export const isInCall = ({ state }: CallParticipant): boolean =>
  state === 'ACTIVE' || state === 'RECONNECTING'
export const hasEnded = ({ ended_at }: Call): boolean => ended_at !== null

/** Returns true for a state of a call that is older than the one that is known. */
export const isOutdated = ({ roomName, version }: Call): boolean =>
  (useCalls.getState().calls[roomName]?.version ?? 0) > version

/** Stores a call as it is now; one that is over, or that the user has no open part in, is dropped. */
export function setCall(call: Call, userId: string | undefined): void {
  useCalls.setState(({ calls, current }) => {
    const { [call.roomName]: _, ...others } = calls
    const part = partOf(call, userId)
    const isOpen = !hasEnded(call) && part !== undefined && (isInCall(part) || part.state === 'RINGING')
    return { calls: isOpen || call.roomName === current ? { ...others, [call.roomName]: call } : others }
  })
}

/** Details of calls of one kind, as the chat's state has them: a call that goes on, or one that rings. */
export type CallDetails = { open: boolean; toastOpen: boolean; data: Call | null }
export function callDetails(
  { calls, current, hushed }: CallsState,
  kind: CallKind,
  userId: string,
): CallDetails {
  const own = current === null ? undefined : calls[current]
  if (own?.kind === kind) return { open: true, toastOpen: false, data: own }
  const ringing = Object.values(calls).find(
    (call) =>
      call.kind === kind && !hushed.includes(call.roomName) && partOf(call, userId)?.state === 'RINGING',
  )
  return { open: false, toastOpen: ringing !== undefined, data: ringing ?? null }
}
/** Calls that ring for a user in this window, the first to ring first. */
export const ringingFor = ({ calls, hushed }: CallsState, userId: string | undefined): Call[] =>
  Object.values(calls)
    .filter((call) => !hushed.includes(call.roomName) && partOf(call, userId)?.state === 'RINGING')
    .toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1))
