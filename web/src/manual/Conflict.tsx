import type { ManualTrack } from '@samudra/contract/manual-tracks'
import { useFormat } from '../map/coordinates.store.ts'
import { coordinateText } from '../map/coordinates.ts'
import { VersionConflict } from '../kit/VersionConflict.tsx'
import { editTrack, changeDraft, type TrackDraft } from './draft.store.ts'
import { AFFILIATION_LABELS, KIND_LABELS, symbolLabel, VISIBILITY_LABELS } from './symbol-choice.ts'
import { takeTrack } from './tracks.store.ts'

type Shown = Pick<
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
  | 'visibility'
>

/** Somebody changed the same track meanwhile: both versions side by side, and which of them shall count. */
export function Conflict(props: { draft: TrackDraft; theirs: unknown; onDone: () => void }) {
  const { draft, onDone } = props
  const theirs = props.theirs as ManualTrack
  const format = useFormat((state) => state.format)
  const placesOf = ({ points }: Shown) =>
    points.map(({ lat, lon }) => coordinateText(format, lat, lon)).join('; ')
  const rows: [string, (one: Shown) => string][] = [
    ['Name', (one) => one.name],
    ['Kind', (one) => KIND_LABELS[one.kind]],
    ['Positions', placesOf],
    ['Affiliation', (one) => AFFILIATION_LABELS[one.affiliation]],
    ['Symbol', (one) => symbolLabel(one.symbol)],
    ['Reliability', (one) => `${one.reliability}${one.credibility}`],
    ['Source', (one) => one.source_text],
    ['Linked vessel', (one) => one.linked_mmsi ?? ''],
    ['Seen by', (one) => VISIBILITY_LABELS[one.visibility]],
    ['State', (one) => (one.state === 'CLOSED' ? 'Closed' : 'Active')],
  ]
  return (
    <VersionConflict
      noun="track"
      by={theirs.updated_by}
      at={theirs.updated_at}
      rows={rows.map(([label, text]) => ({
        label,
        mine: text(draft) || '–',
        theirs: text(theirs) || '–',
        differs: text(draft) !== text(theirs),
      }))}
      keepLabel="Go on with yours"
      onKeepMine={() => {
        // What is saved next says that it has seen theirs.
        changeDraft({ of: { id: theirs.id, version: theirs.version, track: theirs } })
        onDone()
      }}
      onTakeTheirs={() => {
        if (theirs.exercise_id === null) takeTrack(theirs.id, theirs)
        editTrack(theirs)
        onDone()
      }}
      onClose={onDone}
    />
  )
}
