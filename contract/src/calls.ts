import { z } from 'zod'
import { CARD_KINDS } from './chat.ts'
import { Id, Instant, listOf, op, paging, push, queryFlag, read, type Reading } from './kernel.ts'

export const CALL_KINDS = ['AUDIO', 'VIDEO'] as const
export type CallKind = (typeof CALL_KINDS)[number]
/** States of a call by the contract; the last four are final. */
export const CALL_STATES = [
  'RINGING',
  'ACTIVE',
  'RECONNECTING',
  'ENDED',
  'DECLINED',
  'CANCELLED',
  'MISSED',
] as const
export type CallState = (typeof CALL_STATES)[number]
export const PARTICIPANT_STATES = [
  'RINGING',
  'ACTIVE',
  'RECONNECTING',
  'LEFT',
  'DECLINED',
  'BUSY',
  'MISSED',
  'REMOVED',
] as const
export type ParticipantState = (typeof PARTICIPANT_STATES)[number]
export const CALL_CAUSES = [
  'ENDED',
  'HOST_CANCEL',
  'TIMEOUT',
  'DECLINED',
  'BUSY',
  'NETWORK',
  'REMOVED',
] as const
export type CallCause = (typeof CALL_CAUSES)[number]

const SECOND_MS = 1000
/** Returns the length of a call as `4:12` or `1:04:12`. */
export function callLengthText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Time for which a call rings, milliseconds. */
export const RING_MS = 30_000
/** Interval at which a participant reports to the server, milliseconds. */
export const CALL_BEAT_MS = 4000
/** Silence of a participant after which the connection counts as interrupted, milliseconds. */
export const RECONNECTING_AFTER_MS = 12_000
/** Time for which an interrupted participant is waited for, milliseconds. */
export const RECONNECT_MS = 30_000
/** Characters of one signal; a description of six audio and video lines has about 20,000. */
const LONGEST_SIGNAL = 60_000

const RoomName = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 characters of 0-9 and a-f')
/** Random name of one window of a participant. */
const PeerId = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 characters of 0-9 and a-f')

/** Object that a call is about, for readers who may see it. */
const CallSubject = z.object({
  kind: z.enum(CARD_KINDS),
  id: z.string().min(1).max(2000),
  label: z.string().max(200),
})
export type CallSubject = z.output<typeof CallSubject>

/** Sounds and pictures that a participant sends at the moment. */
const Sending = z.object({ muted: z.boolean(), camera: z.boolean(), screen: z.boolean() })
export type Sending = z.output<typeof Sending>

const CallParticipant = Sending.extend({
  userId: z.string(),
  username: z.string(),
  state: z.enum(PARTICIPANT_STATES),
  /** Window that takes part; null before it joined. */
  peer_id: z.string().nullable(),
  joined_at: Instant.nullable(),
  left_at: Instant.nullable(),
})
export type CallParticipant = z.output<typeof CallParticipant>

const Call = z.object({
  roomName: z.string(),
  kind: z.enum(CALL_KINDS),
  state: z.enum(CALL_STATES),
  hostId: z.string(),
  hostName: z.string(),
  /** Chat channel in which it was started. */
  channel_id: z.string().nullable(),
  subject: CallSubject.nullable(),
  participants: z.array(CallParticipant),
  started_at: Instant,
  /** First acceptance. */
  answered_at: Instant.nullable(),
  /** End of the ringing. */
  expires_at: Instant,
  ended_at: Instant.nullable(),
  cause: z.enum(CALL_CAUSES).nullable(),
  /** Case of the call; always null until there are cases. */
  case_id: z.string().nullable(),
  /** Grows with each change, so that the newer of two states is known. */
  version: z.number(),
})
export type Call = z.output<typeof Call>

const People = z.array(Id).min(1).max(20)

/**
 * Calls people, who ring for 30 seconds; the caller is the host. Users in another call are busy; those who do not wish
 * to be disturbed miss it. Throws TOO_LARGE above the largest number of participants, RATE_LIMIT above ten calls a
 * minute. Throws NOT_FOUND for a user who cannot log in, CALL_BUSY for a caller who is in a call.
 */
export const startCall = op({
  name: 'startCall',
  route: 'POST /v2/calls',
  bounded: 'BATCH',
  who: 'user',
  leaves: 'change',
  did: 'Started a call',
  example: { kind: 'AUDIO', user_ids: ['none'], peer_id: '0123456789abcdef' },
  input: z.object({
    kind: z.enum(CALL_KINDS),
    user_ids: People,
    channel_id: Id.optional(),
    subject: CallSubject.optional(),
    peer_id: PeerId,
  }),
  output: Call,
})

/**
 * Accepts a call, joins one that goes on, or comes back to it from another window or after a reload. Throws NOT_FOUND
 * for a call the caller has no part in, VERSION_CONFLICT for one that is over, CALL_BUSY for a caller in another call,
 * TOO_LARGE for a full one.
 */
export const joinCall = op({
  name: 'joinCall',
  route: 'POST /v2/calls/{room_name}/join',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Joined a call',
  example: { room_name: '0123456789abcdef0123456789abcdef', peer_id: '0123456789abcdef' },
  input: z.object({ room_name: RoomName, peer_id: PeerId }),
  output: Call,
})

/** Declines a call that rings for the caller; `caller_id` is its host. Throws NOT_FOUND. */
export const callRejectNotification = op({
  name: 'callRejectNotification',
  route: 'POST /v1/calls/reject',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Declined a call',
  example: { room_name: '0123456789abcdef0123456789abcdef', caller_id: 'none' },
  input: z.object({
    room_name: RoomName,
    caller_id: Id,
    reason: z.enum(['DECLINED', 'BUSY']).default('DECLINED'),
  }),
  /** Participants who were notified. */
  output: z.object({ delivered: z.number() }),
})

/**
 * Ends a call for users. `HOST_CANCEL` ends a ringing call by its host; `TIMEOUT` means that it was not answered.
 * `ENDED` removes users: a participant itself, the host anyone. Without users it ends for everyone when the caller is
 * the host, else for the caller. Throws NOT_FOUND, and FORBIDDEN where a user who is not the host ends it for others.
 */
export const callEndedNotification = op({
  name: 'callEndedNotification',
  route: 'POST /v1/calls/end',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Ended a call',
  example: { room_name: '0123456789abcdef0123456789abcdef', user_ids: [], cause: 'ENDED' },
  input: z.object({
    room_name: RoomName,
    user_ids: z.array(Id).max(20),
    cause: z.enum(['HOST_CANCEL', 'ENDED', 'TIMEOUT']),
  }),
  output: z.object({ delivered: z.number() }),
})

/** Rings further people into a call that goes on. Throws as `startCall`. */
export const inviteToCall = op({
  name: 'inviteToCall',
  route: 'POST /v2/calls/{room_name}/invite',
  bounded: 'BATCH',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Invited to a call',
  example: { room_name: '0123456789abcdef0123456789abcdef', user_ids: ['none'] },
  input: z.object({ room_name: RoomName, user_ids: People }),
  output: Call,
})

/**
 * Reports every few seconds that a window takes part, and what it sends; without it the participant counts as
 * interrupted after 12 s and has left after 30 s more. Throws NOT_FOUND when another window took its place or the call is
 * over.
 */
export const holdCall = op({
  name: 'holdCall',
  route: 'POST /v2/calls/{room_name}/hold',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {
    room_name: '0123456789abcdef0123456789abcdef',
    peer_id: '0123456789abcdef',
    sending: { muted: false, camera: false, screen: false },
  },
  input: z.object({ room_name: RoomName, peer_id: PeerId, sending: Sending }),
  output: Call,
})

/** Message of a page on the socket: a signal for a window of another participant. */
export const CALL_SIGNAL = 'call_signal'
/** Most candidates in one signal. */
const MOST_CANDIDATES = 50

/** Description and candidates of WebRTC from one window of a call to another. */
const Signal = z.object({
  roomName: RoomName,
  from: PeerId,
  to: PeerId,
  description: z
    .object({
      type: z.enum(['offer', 'answer', 'pranswer', 'rollback']),
      sdp: z.string().max(LONGEST_SIGNAL).optional(),
    })
    .optional(),
  candidates: z
    .array(
      z.object({
        candidate: z.string().max(2000),
        sdpMid: z.string().max(100).nullish(),
        sdpMLineIndex: z.number().int().min(0).max(100).nullish(),
        usernameFragment: z.string().max(300).nullish(),
      }),
    )
    .max(MOST_CANDIDATES)
    .optional(),
})
export type CallSignal = z.output<typeof Signal>
export const readCallSignal = (raw: unknown): Reading<CallSignal> => read(Signal, raw)

/** Mutes the microphones of all others, by the host; each may unmute itself again. Throws NOT_FOUND, FORBIDDEN. */
export const muteCall = op({
  name: 'muteCall',
  route: 'POST /v2/calls/{room_name}/mute',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Muted all in a call',
  example: { room_name: '0123456789abcdef0123456789abcdef' },
  input: z.object({ room_name: RoomName }),
  output: Call,
})

/** Returns the calls that ring for the caller or that the caller takes part in: after a reload they go on. */
export const getOpenCalls = op({
  name: 'getOpenCalls',
  route: 'GET /v2/calls/open',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(Call) }),
})

/** Returns the calls of the caller, newest first; with one user, or missed ones only. `total` counts at most 1,000. */
export const getCallLog = op({
  name: 'getCallLog',
  route: 'GET /v2/calls',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({ user_id: Id.optional(), missed: queryFlag.optional(), ...paging }),
  output: listOf(Call).extend({ total_is: z.enum(['EXACT', 'AT_LEAST']) }),
})

/** Marks the missed calls of the caller as seen. */
export const markCallsSeen = op({
  name: 'markCallsSeen',
  route: 'POST /v2/calls/seen',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Read missed calls',
  example: {},
  input: z.object({}),
  output: z.object({ seen: z.number() }),
})

/** Returns the servers that connect participants, with credentials for ten minutes, and the limits of calls. */
export const getCallServers = op({
  name: 'getCallServers',
  route: 'GET /v2/calls/servers',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({
    ice_servers: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
    /** Only by way of the relay: addresses of participants stay hidden from each other. */
    is_relay_only: z.boolean(),
    expires_at: Instant,
    most_audio: z.number(),
    most_video: z.number(),
    low_bandwidth: z.boolean(),
  }),
})

const Ring = z.object({
  roomName: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  userIds: z.array(z.string()),
  expires_at: Instant,
  case_id: z.string().optional(),
})
/** A call rings for the receiver. */
export const videoCallNotification = push({
  wire: 'video_call_notification',
  isFleeting: true,
  payload: Ring,
})
export const audioCallNotification = push({
  wire: 'audio_call_notification',
  isFleeting: true,
  payload: Ring,
})
/** A user declined a call of the receiver, or is busy. */
export const callRejected = push({
  wire: 'call_reject_notification',
  isFleeting: true,
  payload: z.object({
    callRejectedBy: z.string(),
    roomName: z.string(),
    reason: z.enum(['DECLINED', 'BUSY']),
  }),
})
/** A call that rang for the receiver, or that the receiver took part in, ended for it. */
export const callEnded = push({
  wire: 'callEndedNotification',
  isFleeting: true,
  payload: z.object({ userId: z.string(), roomName: z.string(), cause: z.enum(CALL_CAUSES) }),
})
/** A call of the receiver as it is now. */
export const callChanged = push({ wire: 'call_changed', payload: Call })
/** A signal for a window of the receiver. */
export const callSignal = push({ wire: CALL_SIGNAL, isFleeting: true, payload: Signal })
/** The host muted the receiver. */
export const callMuted = push({
  wire: 'call_muted',
  isFleeting: true,
  payload: z.object({ roomName: z.string(), hostName: z.string() }),
})
