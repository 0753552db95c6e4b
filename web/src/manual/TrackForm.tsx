import { Button, NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { MANUAL_TRACK_KINDS, RELIABILITIES } from '@samudra/contract/manual-tracks'
import { AFFILIATIONS, sidcFor } from '@samudra/nautical/sidc'
import type { FormEvent } from 'react'
import { wallNow } from '../time/clock.ts'
import { faultAt, useAction } from '../wire/use-answer.ts'
import { Conflict } from './Conflict.tsx'
import { changeDraft, leaveDraft, saveDraft, type TrackDraft } from './draft.store.ts'
import { PointsField } from './PointsField.tsx'
import {
  AFFILIATION_LABELS,
  CREDIBILITY_LABELS,
  KIND_LABELS,
  listedSymbol,
  RELIABILITY_LABELS,
  SYMBOL_CHOICES,
  symbolLabel,
  VISIBILITY_LABELS,
} from './symbol-choice.ts'
import { TrackSymbol } from './TrackSymbol.tsx'
import { Form } from '../kit/Form.tsx'

const VISIBILITIES = (['CENTRE', 'GROUP', 'PRIVATE'] as const).map((value) => ({
  value,
  label: VISIBILITY_LABELS[value],
}))

/** A manual track as it is plotted or changed. */
export function TrackForm({ draft }: { draft: TrackDraft }) {
  const { run, isBusy, fault, clear } = useAction(saveDraft)
  const isExercise = draft.exercise_id !== null
  const at = (field: string) => faultAt(fault, field)
  const isConflict = fault?.code === 'VERSION_CONFLICT'
  const missing = whatIsMissing(draft)
  return (
    <Form
      className="track-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run(draft)
      }}
    >
      {isExercise && <p className="track-exercise">This is for the exercise. It is on no real list.</p>}
      <TextInput
        size="xs"
        label="Name"
        required
        withAsterisk={false}
        maxLength={80}
        value={draft.name}
        error={at('name')}
        onChange={(event) => changeDraft({ name: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Kind"
        data={MANUAL_TRACK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        value={draft.kind}
        onChange={(kind) => changeDraft(asKind(draft, kind))}
      />
      <PointsField draft={draft} problem={at('points')} />
      <Identity draft={draft} />
      <Report draft={draft} problem={at('linked_mmsi')} />
      {isExercise ? (
        <NumberInput
          size="xs"
          label="Comes up at minute"
          min={0}
          decimalScale={2}
          value={(draft.t_plus ?? 0) / 60}
          onChange={(value) => changeDraft({ t_plus: typeof value === 'number' ? value * 60 : 0 })}
        />
      ) : (
        <Select
          size="xs"
          label="Seen by"
          data={VISIBILITIES}
          allowDeselect={false}
          value={draft.visibility}
          error={at('visibility')}
          onChange={(value) => changeDraft({ visibility: value ?? 'CENTRE' })}
        />
      )}
      {draft.of !== undefined && (
        <Switch
          size="xs"
          label="Closed: kept on the map, not carried on"
          checked={draft.state === 'CLOSED'}
          onChange={(event) => changeDraft({ state: event.currentTarget.checked ? 'CLOSED' : 'ACTIVE' })}
        />
      )}
      {fault !== null && !isConflict && (
        <p className="track-problem" role="alert">
          {fault.message}
        </p>
      )}
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
      {isConflict && <Conflict draft={draft} theirs={fault.data} onDone={clear} />}
    </Form>
  )
}

/** How many places each kind of track has at least. */
const LEAST = { POINT: 1, LINE: 2, AREA: 3, MOVING: 1 } as const

/** Why a draft cannot be kept yet; null when it can. */
function whatIsMissing({ kind, points }: TrackDraft): string | null {
  if (points.length >= LEAST[kind]) return null
  if (points.length === 0) return 'Give its place first: type it, or take it from the map.'
  return kind === 'LINE' ? 'A line needs at least two places.' : 'An area needs at least three places.'
}

/** A point has one place; a moving track a time at each, a minute apart until somebody says better. */
function asKind({ points }: TrackDraft, kind: TrackDraft['kind']): Partial<TrackDraft> {
  const kept = kind === 'POINT' ? points.slice(-1) : points
  const timeOf = (i: number) => new Date(wallNow() + (i - kept.length + 1) * 60_000).toISOString()
  const timed = kept.map((point, i) => ({ ...point, t: kind === 'MOVING' ? (point.t ?? timeOf(i)) : null }))
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
          data={AFFILIATIONS.map((value) => ({ value, label: AFFILIATION_LABELS[value] }))}
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
        placeholder="Who reported what, when and how"
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
        description="MMSI, when it is known which one it is"
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
