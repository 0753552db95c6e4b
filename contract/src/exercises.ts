import { z } from 'zod'
import { Id, Instant, listOf, op, queryNumber, typedName } from './kernel.ts'
import { kind } from './kind.ts'
import { ManualTrack, ManualTrackDraft } from './manual-tracks.ts'
import { listing, objectColumns } from './objects.ts'

export const EXERCISE_STATES = ['PLANNED', 'RUNNING', 'PAUSED', 'ENDED', 'REVIEWED'] as const
export type ExerciseState = (typeof EXERCISE_STATES)[number]
export const EXERCISE_ACTIONS = ['START', 'PAUSE', 'REWIND', 'INJECT', 'CLEAR', 'END', 'REVIEW'] as const

export const ExerciseClock = z.object({
  state: z.enum(EXERCISE_STATES),
  /** When it was first started. */
  real_start: Instant.nullable(),
  /** Exercise seconds that pass in a real one. */
  factor: z.number(),
  /** Exercise seconds at `anchored_at`; from there they run on while the state is RUNNING. */
  elapsed_s: z.number(),
  anchored_at: Instant.nullable(),
})
export type ExerciseClock = z.output<typeof ExerciseClock>

/** The exercise second at an instant. */
export const exerciseSecond = (
  { state, factor, elapsed_s, anchored_at }: ExerciseClock,
  at: number,
): number =>
  state === 'RUNNING' && anchored_at !== null
    ? elapsed_s + (Math.max(0, at - Date.parse(anchored_at)) / 1000) * factor
    : elapsed_s

const Inject = z.object({
  id: z.string(),
  t_plus: z.number(),
  kind: z.enum(['OBJECT', 'MESSAGE']),
  payload: z.object({ track_id: z.string().optional(), text: z.string() }),
  state: z.enum(['WAITING', 'DONE']),
})
export type Inject = z.output<typeof Inject>
const Score = z.object({ text: z.string().trim().min(1).max(200), points: z.number().nullable() })

/** To players without what is still to come and without scores. */
export const Exercise = z.object({
  ...objectColumns,
  name: z.string(),
  clock: ExerciseClock,
  players: z.array(z.string()),
  leads: z.array(z.string()),
  injects: z.array(Inject),
  scoring: z.array(Score),
  /** True when the caller leads the exercise. */
  leading: z.boolean(),
})
export type Exercise = z.output<typeof Exercise>

const Members = z.array(z.string().max(100)).max(500)
export const getExercises = op({
  name: 'getExercises',
  route: 'GET /v2/exercises',
  bounded: 'PAGE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: {},
  input: z.object(listing),
  output: listOf(Exercise),
})
/** A new one without `id`, by an administrator; with `id` and `expected_version` a change, by who leads it. */
export const saveExercise = op({
  name: 'saveExercise',
  route: 'POST /v2/exercises',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Saved an exercise',
  example: { id: 'none', name: 'x' },
  input: z.object({
    id: Id.optional(),
    expected_version: z.number().optional(),
    name: typedName(80),
    factor: z.number().min(0.1).max(3600).default(1),
    players: Members.default([]),
    leads: Members.default([]),
    scoring: z.array(Score).max(100).default([]),
  }),
  output: Exercise,
})
/**
 * Returns what a player sees of an exercise at its current or an earlier second. `at` is an exercise second; `as_of`
 * is the instant whose state of the exercise is requested.
 */
export const ttxOverlay = op({
  name: 'ttxOverlay',
  route: 'GET /v1/manual-tracks/ttx-overlay',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  past: 'AS_OF',
  example: { exercise_id: 'none' },
  input: z.object({
    exercise_id: Id,
    at: queryNumber.min(0).optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    exercise: Exercise,
    objects: z.array(ManualTrack),
    clock: ExerciseClock.extend({ now: Instant, second: z.number() }),
  }),
})
/** `at` is an exercise second: where REWIND goes back to, when what INJECT brings comes up. */
export const ttxOverlayWrite = op({
  name: 'ttxOverlay write',
  route: 'POST /v1/manual-tracks/ttx-overlay',
  bounded: 'ONE',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Changed the overlay of an exercise',
  example: { exercise_id: 'none', action: 'START' },
  input: z.object({
    exercise_id: Id,
    action: z.enum(EXERCISE_ACTIONS),
    objects: z.array(ManualTrackDraft).max(500).default([]),
    message: z.string().trim().min(1).max(1000).optional(),
    at: z.number().min(0).optional(),
  }),
  output: Exercise,
})

/** Exercises, as screens keep them; the last set up first. */
export const exerciseKind = kind<Exercise>({
  type: 'exercise',
  table: 'exercises',
  noun: 'exercise',
  list: getExercises,
  order: (a, b) => (a.id < b.id ? 1 : -1),
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Factor', text: ({ clock }) => String(clock.factor) },
    { label: 'Leads', text: ({ leads }) => String(leads.length) },
    { label: 'Players', text: ({ players }) => String(players.length) },
    { label: 'Scoring', text: ({ scoring }) => scoring.map(({ text }) => text).join('; ') },
  ],
})
