import { Button, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import {
  AFFILIATION_WORDS,
  MANUAL_TRACK_KINDS,
  RELIABILITIES,
  TRACK_KIND_WORDS,
  trackKind,
  type ManualTrack,
} from '@samudra/contract/manual-tracks'
import { AFFILIATIONS, sidcFor } from '@samudra/nautical/sidc'
import { wallNow } from '../../../time/clock.ts'
import { faultAt } from '../../../wire/use-answer.ts'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { changeDraft, editTrack, leaveDraft, saveDraft, type TrackDraft } from './draft.store.ts'
import { PointsField } from './PointsField.tsx'
import {
  CREDIBILITY_LABELS,
  listedSymbol,
  RELIABILITY_LABELS,
  SYMBOL_CHOICES,
  symbolLabel,
} from './symbol-choice.ts'
import { tracks } from './tracks.store.ts'
import { TrackSymbol } from './TrackSymbol.tsx'

/** The symbol is named as it is chosen. */
const KIND = {
  noun: trackKind.noun,
  fields: trackKind.fields.map((field) =>
    field.label === 'Symbol' ? { ...field, text: ({ symbol }: ManualTrack) => symbolLabel(symbol) } : field,
  ),
}

/** A manual track as it is plotted or changed. */
export function TrackForm({ draft }: { draft: TrackDraft }) {
  const missing = whatIsMissing(draft)
  return (
    <EditForm
      key={draft.of?.id ?? 'new'}
      className="track-form"
      kind={KIND}
      of={draft.of?.track ?? null}
      save={(over) =>
        saveDraft(
          over === null ? draft : { ...draft, of: { id: over.id, version: over.version, track: over } },
        )
      }
      typed={(theirs) => {
        const { of: _of, ...fields } = draft
        return { ...theirs, ...fields }
      }}
      take={(theirs) => {
        if (theirs.exercise_id === null) tracks.take(theirs)
        editTrack(theirs)
      }}
      renderButtons={(isBusy) => (
        <div className="track-buttons">
          <Button type="submit" size="xs" loading={isBusy} disabled={missing !== null}>
            {draft.of === undefined ? 'Put on the map' : 'Save'}
          </Button>
          <Button size="xs" variant="default" onClick={leaveDraft}>
            Cancel
          </Button>
          {missing !== null && (
            <span className="track-missing" role="status">
              {missing}
            </span>
          )}
        </div>
      )}
    >
      {(fault) => <Fields draft={draft} at={(field) => faultAt(fault, field)} />}
    </EditForm>
  )
}

function Fields({ draft, at }: { draft: TrackDraft; at: (field: string) => string | undefined }) {
  const isExercise = draft.exercise_id !== null
  return (
    <>
      {isExercise && <p className="track-exercise">Exercise object. It is not on real lists.</p>}
      <NameInput
        size="xs"
        maxLength={80}
        value={draft.name}
        error={at('name')}
        onChange={(name) => changeDraft({ name })}
      />
      <Segments
        fullWidth
        label="Kind"
        data={MANUAL_TRACK_KINDS.map((value) => ({ value, label: TRACK_KIND_WORDS[value] }))}
        value={draft.kind}
        onChange={(kind) => changeDraft(asKind(draft, kind))}
      />
      <PointsField draft={draft} problem={at('points')} />
      <Identity draft={draft} />
      <Report draft={draft} problem={at('linked_mmsi')} />
      {isExercise ? (
        <NumberInput
          size="xs"
          label="Appears at minute"
          min={0}
          decimalScale={2}
          value={(draft.t_plus ?? 0) / 60}
          onChange={(value) => changeDraft({ t_plus: typeof value === 'number' ? value * 60 : 0 })}
        />
      ) : (
        <SeenBy
          size="xs"
          value={draft.visibility}
          error={at('visibility')}
          onChange={(visibility) => changeDraft({ visibility })}
        />
      )}
      {draft.of !== undefined && (
        <Switch
          size="xs"
          label="Closed: stays on the map, not continued"
          checked={draft.state === 'CLOSED'}
          onChange={(event) => changeDraft({ state: event.currentTarget.checked ? 'CLOSED' : 'ACTIVE' })}
        />
      )}
    </>
  )
}

/** Minimum number of points of each kind of track. */
const LEAST = { POINT: 1, LINE: 2, AREA: 3, MOVING: 1 } as const

/** Returns why a draft cannot be saved yet; null when it can. */
function whatIsMissing({ kind, points }: TrackDraft): string | null {
  if (points.length >= LEAST[kind]) return null
  if (points.length === 0) return 'Enter its position, or place it on the map.'
  return kind === 'LINE' ? 'A line needs at least two places.' : 'An area needs at least three places.'
}

/**
 * Returns the points for a kind: a point has one place; a moving track has a time at each, a minute apart by default.
 */
function asKind({ points }: TrackDraft, kind: TrackDraft['kind']): Partial<TrackDraft> {
  const saved = kind === 'POINT' ? points.slice(-1) : points
  const timeOf = (i: number) => new Date(wallNow() + (i - saved.length + 1) * 60_000).toISOString()
  const timed = saved.map((point, i) => ({ ...point, t: kind === 'MOVING' ? (point.t ?? timeOf(i)) : null }))
  return { kind, points: timed }
}

function Identity({ draft }: { draft: TrackDraft }) {
  const shown = sidcFor(draft.symbol, draft.affiliation, draft.exercise_id !== null)
  const listed = listedSymbol(draft.symbol)
  const isListed = SYMBOL_CHOICES.some(({ items }) => items.some(({ value }) => value === listed))
  const own = isListed ? [] : [{ group: 'Other', items: [{ value: listed, label: symbolLabel(listed) }] }]
  return (
    <div className="track-identity">
      <div>
        <Select
          size="xs"
          label="Affiliation"
          allowDeselect={false}
          data={AFFILIATIONS.map((value) => ({ value, label: AFFILIATION_WORDS[value] }))}
          value={draft.affiliation}
          onChange={(value) => changeDraft({ affiliation: value ?? 'UNKNOWN' })}
        />
        <Select
          size="xs"
          label="Symbol"
          searchable
          allowDeselect={false}
          maxDropdownHeight={260}
          data={[...SYMBOL_CHOICES, ...own]}
          value={listed}
          onChange={(value) => value !== null && changeDraft({ symbol: value })}
        />
      </div>
      <TrackSymbol sidc={shown} />
    </div>
  )
}

function Report({ draft, problem }: { draft: TrackDraft; problem: string | undefined }) {
  return (
    <>
      <div className="track-pair">
        <Select
          size="xs"
          label="Reliability of source"
          allowDeselect={false}
          data={RELIABILITIES.map((value) => ({ value, label: RELIABILITY_LABELS[value] }))}
          value={draft.reliability}
          onChange={(value) => changeDraft({ reliability: value ?? 'F' })}
        />
        <Select
          size="xs"
          label="Credibility"
          allowDeselect={false}
          data={CREDIBILITY_LABELS.map((label, i) => ({ value: String(i + 1), label }))}
          value={String(draft.credibility)}
          onChange={(value) => changeDraft({ credibility: Number(value ?? 6) })}
        />
      </div>
      <Textarea
        size="xs"
        label="Source"
        placeholder="Reporter, content, time and channel"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4000}
        value={draft.source_text}
        onChange={(event) => changeDraft({ source_text: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        label="Linked vessel"
        description="MMSI, when known"
        maxLength={9}
        value={draft.linked_mmsi ?? ''}
        error={problem}
        onChange={(event) =>
          changeDraft({ linked_mmsi: event.currentTarget.value === '' ? null : event.currentTarget.value })
        }
      />
    </>
  )
}
