import { DistanceInput } from '../../../kit/forms/DistanceInput.tsx'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Button, Drawer, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { CATEGORY_LOOKS, EVENT_CATEGORIES, EVENT_TYPES, SEVERITIES } from '@samudra/contract/event-types'
import { addVesselEventsAndDisasters, eventKind, type VesselEvent } from '@samudra/contract/events'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt, type Fault } from '../../../wire/use-answer.ts'
import { draftOf, LATE, ofType, sentOf, typedOver, type Draft, type Shape } from './event-draft.ts'
import { FilesField } from './FilesField.tsx'
import { drawShape, events, openEvent, useEvents, writeEvent, type Writing } from './events.store.ts'

const ORIGINS = { REPORTED: 'Reported', DISASTER: 'Disasters', DETECTED: 'Detected in signals' } as const
const TYPE_OPTIONS = (['REPORTED', 'DISASTER', 'DETECTED'] as const).map((origin) => ({
  group: ORIGINS[origin],
  items: EVENT_TYPES.filter((one) => one.origin === origin).map(({ code, label }) => ({
    value: code,
    label,
  })),
}))
const SHAPES: { value: Shape; label: string }[] = [
  { value: 'point', label: 'A place' },
  { value: 'circle', label: 'Circle around it' },
]
const CONFIDENCES = ['Low', 'Moderate', 'High', 'Very high'].map((label, i) => ({
  value: String(i + 1),
  label,
}))

/** Shows the form to create or change an event, or to add late knowledge to it. */
export function EventDialog() {
  const writing = useEvents((state) => state.writing)
  const isDrawing = useEvents((state) => state.drawing !== null)
  const key = writing?.kind === 'change' ? `${writing.event.id} ${writing.late}` : 'new'
  const title =
    writing?.kind !== 'change' ? 'Vessel event' : writing.late ? 'Late information' : 'Change the event'
  return (
    <Drawer
      opened={writing !== null && !isDrawing}
      keepMounted
      onClose={() => writeEvent(null)}
      position="right"
      size={440}
      title={title}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      {writing !== null && <EventForm key={key} writing={writing} />}
    </Drawer>
  )
}

function EventForm({ writing }: { writing: Writing }) {
  const [draft, setDraft] = useState(() => draftOf(writing))
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }))
  const of = writing.kind === 'change' ? writing.event : null
  const isLate = writing.kind === 'change' && writing.late
  const over = (event: VesselEvent | null): Writing =>
    event === null ? writing : { kind: 'change', event, late: isLate }
  return (
    <EditForm
      className="event-form"
      kind={isLate ? LATE : eventKind}
      of={of}
      save={async (event) => {
        const saved = await call(addVesselEventsAndDisasters, sentOf(draft, over(event)))
        events.take(saved)
        writeEvent(null)
        openEvent(saved.id)
      }}
      typed={(theirs) => typedOver(draft, theirs, isLate)}
      take={(theirs) => setDraft(draftOf(over(theirs)))}
      renderButtons={(isBusy) => (
        <div className="event-buttons">
          <ActionButton type="submit" isBusy={isBusy}>
            {of === null ? 'Add' : 'Save'}
          </ActionButton>
          <Button variant="default" onClick={() => writeEvent(null)}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) =>
        isLate ? (
          <Textarea
            label="Late information and what it changes"
            data-autofocus
            required
            withAsterisk={false}
            autosize
            minRows={4}
            maxLength={1000}
            value={draft.late}
            onChange={(event) => change({ late: event.currentTarget.value })}
          />
        ) : (
          <>
            <What draft={draft} change={change} fault={fault} isNew={of === null} />
            <Where draft={draft} change={change} mayKeep={of !== null && of.geometry.type !== 'Point'} />
            <FilesField files={draft.files} onChange={(files) => change({ files })} />
          </>
        )
      }
    </EditForm>
  )
}

type Part = { draft: Draft; change: (more: Partial<Draft>) => void }

function What({ draft, change, fault, isNew }: Part & { fault: Fault | null; isNew: boolean }) {
  return (
    <>
      <TextInput
        label="Title"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={160}
        value={draft.title}
        error={faultAt(fault, 'title')}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <div className="row">
        <Select
          label="Type"
          searchable
          allowDeselect={false}
          data={TYPE_OPTIONS}
          value={draft.type}
          onChange={(code) => code !== null && change(ofType(code))}
        />
        <Select
          label="Category"
          allowDeselect={false}
          data={EVENT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LOOKS[value].label }))}
          value={draft.category}
          onChange={(category) => category !== null && change({ category })}
        />
        <Select
          label="Severity"
          allowDeselect={false}
          data={SEVERITIES.map((value) => ({ value, label: value }))}
          value={draft.severity}
          onChange={(severity) => severity !== null && change({ severity })}
        />
        <Select
          label="Confidence"
          clearable
          placeholder="Not stated"
          data={CONFIDENCES}
          value={draft.confidence === null ? null : String(draft.confidence)}
          onChange={(value) => change({ confidence: value === null ? null : Number(value) })}
        />
        <TimeField
          label="Start"
          required
          value={draft.start}
          error={draft.start === null ? 'Enter the start time.' : faultAt(fault, 'start_at')}
          onChange={(start) => change({ start })}
        />
        <TimeField
          label="End"
          value={draft.end}
          error={faultAt(fault, 'end_at')}
          onChange={(end) => change({ end })}
        />
      </div>
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={8000}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <TagsInput
        label="Vessels (MMSI)"
        placeholder="Nine digits, Enter"
        value={draft.mmsis}
        error={faultAt(fault, 'mmsis')}
        onChange={(mmsis) => change({ mmsis })}
      />
      <SeenBy value={draft.visibility} onChange={(visibility) => change({ visibility })} />
      {isNew && (
        <Switch
          label="Already confirmed"
          checked={draft.isConfirmed}
          onChange={(event) => change({ isConfirmed: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

function Where({ draft, change, mayKeep }: Part & { mayKeep: boolean }) {
  const number = (set: (value: number) => void) => (value: string | number) => {
    if (typeof value === 'number') set(value)
  }
  const draw = (kind: 'line' | 'polygon') =>
    drawShape({ kind, category: draft.category, done: (drawn) => change({ drawn, shape: 'drawn' }) })
  return (
    <>
      <Select
        label="Where"
        allowDeselect={false}
        data={[
          ...(mayKeep ? [{ value: 'kept' as const, label: 'Unchanged' }] : []),
          ...(draft.drawn === null ? [] : [{ value: 'drawn' as const, label: 'As drawn' }]),
          ...SHAPES,
        ]}
        value={draft.shape}
        onChange={(shape) => shape !== null && change({ shape })}
      />
      <div className="event-buttons">
        <Button size="compact-xs" variant="default" onClick={() => draw('polygon')}>
          Draw an area
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => draw('line')}>
          Draw a line
        </Button>
      </div>
      {(draft.shape === 'point' || draft.shape === 'circle') && (
        <div className="row">
          <NumberInput
            label="Latitude (degrees)"
            min={-90}
            max={90}
            decimalScale={5}
            value={draft.lat}
            onChange={number((lat) => change({ lat }))}
          />
          <NumberInput
            label="Longitude (degrees)"
            min={-180}
            max={180}
            decimalScale={5}
            value={draft.lon}
            onChange={number((lon) => change({ lon }))}
          />
          {draft.shape === 'circle' && (
            <DistanceInput
              label="Radius"
              min={200}
              max={500 * METRES_PER_NM}
              metres={draft.radiusNm * METRES_PER_NM}
              onChange={(metres) => change({ radiusNm: metres / METRES_PER_NM })}
            />
          )}
        </div>
      )}
    </>
  )
}
