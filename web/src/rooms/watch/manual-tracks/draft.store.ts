import {
  deleteManualTrack,
  insertUpdateManualTrack,
  type ManualPoint,
  type ManualTrack,
} from '@samudra/contract/manual-tracks'
import type { Visibility } from '@samudra/contract/objects'
import { create } from 'zustand'
import { keepStore } from '../../../store/saved-stores.ts'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { wallNow } from '../../../time/clock.ts'
import { call } from '../../../wire/call.ts'
import { PLAIN_SYMBOL } from './symbol-choice.ts'
import { readOverlay, tracks, useTracks } from './tracks.store.ts'

export const PANEL = 'manual-tracks'

/** A track as it stands in the form. */
export type TrackDraft = Pick<
  ManualTrack,
  | 'name'
  | 'kind'
  | 'affiliation'
  | 'symbol'
  | 'points'
  | 'source_text'
  | 'reliability'
  | 'credibility'
  | 'linked_mmsi'
  | 'state'
  | 't_plus'
> & {
  visibility: Visibility
  /** Id of the exercise, or null for a real track. */
  exercise_id: string | null
  /** Track being changed; absent for a new one. */
  of?: { id: string; version: number; track: ManualTrack }
}

type State = {
  draft: TrackDraft | null
  isDrawing: boolean
  /** The last thing done, and how to take it back. */
  done: { text: string; undo: () => Promise<void> } | null
}
export const useDrafts = create<State>(() => ({ draft: null, isDrawing: false, done: null }))
/** Stores typed drafts that are not saved yet. */
keepStore(useDrafts, {
  name: 'planning.openManualTrack',
  of: 'own tab',
  read: ({ draft }) => draft,
  restore: (held) => ({ draft: held as TrackDraft }),
})

export const emptyTrack = (exercise_id: string | null): TrackDraft => ({
  name: '',
  kind: 'POINT',
  affiliation: 'UNKNOWN',
  symbol: PLAIN_SYMBOL,
  points: [],
  source_text: '',
  reliability: 'F',
  credibility: 6,
  linked_mmsi: null,
  visibility: 'CENTRE',
  state: 'ACTIVE',
  exercise_id,
  t_plus: null,
})

/** Returns a point at a place the user just named. */
export const pointAt = (lon: number, lat: number, isMoving: boolean): ManualPoint => ({
  lat: Number(lat.toFixed(6)),
  lon: Number(lon.toFixed(6)),
  t: isMoving ? new Date(wallNow()).toISOString() : null,
  sog: null,
  cog: null,
})

export function beginTrack(more: Partial<TrackDraft> = {}, exerciseId: string | null = null) {
  useDrafts.setState({ draft: { ...emptyTrack(exerciseId), ...more }, isDrawing: false, done: null })
  useTracks.setState({ opened: null })
  openPanel(PANEL)
}

const fieldsOf = (track: ManualTrack): TrackDraft => ({
  name: track.name,
  kind: track.kind,
  affiliation: track.affiliation,
  symbol: track.symbol,
  points: track.points,
  source_text: track.source_text,
  reliability: track.reliability,
  credibility: track.credibility,
  linked_mmsi: track.linked_mmsi,
  visibility: track.visibility,
  state: track.state,
  exercise_id: track.exercise_id,
  t_plus: track.t_plus,
})

export function editTrack(track: ManualTrack) {
  const of = { id: track.id, version: track.version, track }
  useDrafts.setState({ draft: { ...fieldsOf(track), of }, isDrawing: false, done: null })
  useTracks.setState({ opened: null })
  openPanel(PANEL)
}

export const changeDraft = (part: Partial<TrackDraft>) =>
  useDrafts.setState(({ draft }) => (draft === null ? {} : { draft: { ...draft, ...part } }))
export const leaveDraft = () => useDrafts.setState({ draft: null, isDrawing: false })

async function put({ of, ...fields }: TrackDraft, reason?: string): Promise<ManualTrack> {
  const saved = await call(insertUpdateManualTrack, {
    ...fields,
    domain: fields.exercise_id === null ? 'REAL' : 'EXERCISE',
    ...(of === undefined ? {} : { id: of.id, expected_version: of.version }),
    ...(reason === undefined ? {} : { reason }),
  })
  if (saved.exercise_id === null) tracks.take(saved)
  else await readOverlay()
  return saved
}

/** Saves the draft; what a conflict is about comes as its thrown refusal. */
export async function saveDraft(draft: TrackDraft): Promise<void> {
  const saved = await put(draft)
  const before = draft.of?.track
  const undo = async () => {
    if (before === undefined) await removeTrack(saved, 'Undone')
    else
      await put({ ...fieldsOf(before), of: { id: saved.id, version: saved.version, track: saved } }, 'Undone')
    useDrafts.setState({ done: null })
  }
  const text = before === undefined ? `${saved.name} is on the map.` : `${saved.name} is changed.`
  useDrafts.setState({ draft: null, isDrawing: false, done: { text, undo } })
}

async function removeTrack(track: ManualTrack, reason: string): Promise<void> {
  await call(deleteManualTrack, { id: track.id, reason })
  if (track.exercise_id === null) tracks.drop(track.id)
  else await readOverlay()
}

export async function deleteTrack(track: ManualTrack, reason: string): Promise<void> {
  await removeTrack(track, reason)
  const undo = async () => {
    await put(fieldsOf(track))
    useDrafts.setState({ done: null })
  }
  useDrafts.setState({ done: { text: `${track.name} is deleted.`, undo } })
  openPanel(PANEL)
}
