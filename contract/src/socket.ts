import { z } from 'zod'
import { Bbox, Instant, push, read, type Reading } from './kernel.ts'
import { AisFilter } from './filter.ts'
import { RESUMED, RESYNC, isStanding, type Standing } from './wire/standing.ts'

/** First word of a client on the socket; who it is is decided by its token, never by this. */
export const REGISTER = 'register'
/** Part of the picture that a client watches; sent again on every change. */
export const WATCH_PICTURE = 'watch_picture'
export const WatchPicture = z.object({
  bbox: Bbox,
  zoom: z.number().min(0).max(24),
  filter: AisFilter.optional(),
  /** Seconds between two frames at least, for thin lines; 1 when absent. */
  every_s: z.number().min(1).max(60).optional(),
  /** True after a gap in `seq`: the next frame is a snapshot. */
  resync: z.boolean().optional(),
})
export type WatchPicture = z.output<typeof WatchPicture>
export const readWatchPicture = (raw: unknown): Reading<WatchPicture> => read(WatchPicture, raw)

/** Binary frames of `wire/live-frame.ts`; each is acknowledged, so a slow client is never behind by more than two. */
export const AIS_DELTA = 'ais_delta'

export const FeedState = z.enum(['UP', 'SLOW', 'STALE', 'DOWN', 'PAUSED'])
export type FeedState = z.output<typeof FeedState>

/** State of the feeds of the picture, once a second. */
export const pictureStatus = push({
  wire: 'picture_status',
  payload: z.object({
    at: Instant,
    contacts: z.number(),
    fixes_per_s: z.number(),
    sentences_per_s: z.number(),
    /** Sentence received to picture changed, milliseconds, over the last minute; null before the first fix. */
    p50_latency_ms: z.number().nullable(),
    p95_latency_ms: z.number().nullable(),
    /** From observation to arrival by source, seconds, over the last minutes; sources that say nothing are left out. */
    delays: z.array(z.object({ source: z.string(), p50_s: z.number(), p95_s: z.number() })),
    feeds: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        source: z.string(),
        state: FeedState,
        rate_per_min: z.number(),
        last_message_at: Instant.nullable(),
      }),
    ),
  }),
})
export type PictureStatus = {
  at: string
  contacts: number
  fixes_per_s: number
  sentences_per_s: number
  p50_latency_ms: number | null
  p95_latency_ms: number | null
  delays: { source: string; p50_s: number; p95_s: number }[]
  feeds: {
    id: string
    name: string
    source: string
    state: FeedState
    rate_per_min: number
    last_message_at: string | null
  }[]
}

/** Push sent where there is no other: a screen that receives nothing at all knows by it that its picture is old. */
export const heartbeat = push({ wire: 'heartbeat', payload: z.object({}) })

/**
 * Position of the screen, sent beside every payload: `seq` is the number of the last push sent, or withheld because it
 * was for others. Numbers grow. A push that changes something a screen holds also has a name and an instant.
 */
export type Mark = { seq: number; id?: string; known_at?: string }
/**
 * Resume point sent with the pass when a socket opens: the number of this screen's last push, and its epoch as given
 * by `resumed` or `resync`. With `epoch` null the number is the instant, microseconds, since which it has read what it
 * holds.
 */
const Resume = z.object({ epoch: z.string().max(200).nullable(), last_seq: z.number() })
export type Resume = z.output<typeof Resume>
export const readResume = (raw: unknown): Reading<Resume> => read(Resume, raw)
const standing = z.custom<Standing>(isStanding)
/** Marks the end of the missed pushes; from here on nothing is missing. */
export const resumed = push({ wire: RESUMED, payload: standing })
/** Push: missed pushes cannot be replayed, or rights changed. The client reads again what it holds. */
export const resync = push({ wire: RESYNC, payload: standing })

/** A file of this user waits to be read until `ahead` others of theirs have been; 0 when it waits for those of others. */
export const fileWaits = push({
  wire: 'file_waits',
  isFleeting: true,
  payload: z.object({ ahead: z.number() }),
})

/** The session of this socket has ended; the client goes back to the landing page. */
export const sessionRevoked = push({ wire: 'session_revoked', payload: z.object({ reason: z.string() }) })
