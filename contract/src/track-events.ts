import { z } from 'zod'
import { AROUND_NOW, SHIP } from './example.ts'
import { Instant, MmsiText, op, SplitId } from './kernel.ts'

/** Kinds of events on a track, in the order of screens. */
export const TRACK_EVENT_KINDS = [
  'GAP',
  'STOP',
  'TURN',
  'AREA_IN',
  'AREA_OUT',
  'WATERS_IN',
  'WATERS_OUT',
  'SOURCE',
  'QUARANTINED',
] as const
export const MOST_TRACK_EVENTS = 2000

export const TrackEvent = z.object({
  kind: z.enum(TRACK_EVENT_KINDS),
  from: Instant,
  /** The same as `from` for what happened at once. */
  to: Instant,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** In words, with what was measured. */
  text: z.string(),
  /** The fix it begins with. */
  fix_id: z.string(),
})
export type TrackEvent = z.output<typeof TrackEvent>

/**
 * Returns the events on the track of one vessel, found in stored fixes. Silence longer than 30 minutes, stops of 15
 * minutes and more, turns of 30 degrees and more within 5 minutes under way. Areas and waters entered and left, at the
 * instant the great circle between two fixes crosses the border, in a gap between its ends. Changes of the main
 * source, and fixes excluded from the picture. Areas and waters are those of the time of the fix, or with `as_of`
 * those known then. An area drawn later counts as first drawn.
 */
export const getTrackEvents = op({
  name: 'getTrackEvents',
  route: 'GET /v2/ais/tracks/{mmsi}/events',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: { mmsi: SHIP, ...AROUND_NOW },
  input: z.object({
    mmsi: MmsiText,
    split_id: SplitId.optional(),
    from: Instant,
    to: Instant,
    as_of: Instant.optional(),
  }),
  output: z.object({
    items: z.array(TrackEvent),
    /** Number of fixes read, and number of those excluded from the picture. */
    fixes: z.number(),
    quarantined: z.number(),
    /** True when there were more events than are returned. */
    truncated: z.boolean(),
  }),
})
