import { Button, Drawer, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  BOUNDARY_KINDS,
  COMPUTED_LABEL,
  addEez,
  getEez,
  updateEez,
  type Eez,
} from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { useMemo, useState, type FormEvent } from 'react'
import { settlePolygons, ShapeFault } from '@samudra/nautical/polygon-faults'
import { Form } from '../kit/Form.tsx'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Failed, Waiting } from '../kit/States.tsx'
import { VersionConflict } from '../kit/VersionConflict.tsx'
import { call } from '../wire/call.ts'
import { faultAt, useAction, useAnswer, useStale } from '../wire/use-answer.ts'
import { KIND_LABELS } from './boundaries.store.ts'
import { conflictRows, draftOf, type Draft } from './eez-draft.ts'

/** A new one, one in place of a computed one, or one that is open. */
export type Editing = { kind: 'new' } | { kind: 'open'; one: Eez }

type Props = {
  editing: Editing | null
  isAdmin: boolean
  onClose: () => void
  onRemove: (one: Eez) => void
}

/** One boundary: what it is, and for administrators what may be changed. */
export function EezForm({ editing, onClose, ...rest }: Props) {
  return (
    <Drawer
      opened={editing !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={editing?.kind === 'open' ? editing.one.name : 'Add a boundary'}
    >
      {editing?.kind === 'new' && <Fields before={null} text="" onClose={onClose} />}
      {editing?.kind === 'open' && (
        <Opened key={editing.one.id} one={editing.one} onClose={onClose} {...rest} />
      )}
    </Drawer>
  )
}

function Opened(props: { one: Eez; isAdmin: boolean; onClose: () => void; onRemove: (one: Eez) => void }) {
  const { one, isAdmin, onClose } = props
  const [isReplacing, setReplacing] = useState(false)
  const { kind, country } = one
  const answer = useAnswer(getEez, { kind, country, limit: 500 })
  const whole = answer.data?.items.find(({ id }) => id === one.id)
  if (answer.isError) return <Failed error={answer.error} onRetry={() => answer.refetch()} />
  if (whole === undefined) return answer.data === undefined ? <Waiting /> : <p>This boundary was deleted.</p>
  const text = JSON.stringify(whole.geometry)
  if (isAdmin && (!whole.approx || isReplacing))
    return (
      <>
        <Fields key={`${whole.id} ${isReplacing}`} before={whole} text={text} onClose={onClose} />
        {!whole.approx && (
          <p>
            <button type="button" className="link-button" onClick={() => props.onRemove(whole)}>
              Delete this boundary…
            </button>
          </p>
        )}
      </>
    )
  return (
    <div className="eez-form">
      <p>
        {KIND_LABELS[whole.kind]} of {whole.name} ({whole.country}).{' '}
        {whole.approx ? `${COMPUTED_LABEL}.` : `${whole.source}, ${whole.edition}.`}
      </p>
      {whole.cut && <p>The edge of the computed region cuts it off; it goes on outside.</p>}
      {whole.replaced_by.length > 0 && (
        <p>An administrator brought another in its place; this one is not shown.</p>
      )}
      {isAdmin && whole.approx && (
        <div className="eez-buttons">
          <Button size="xs" onClick={() => setReplacing(true)}>
            Put one of our own in its place
          </Button>
        </div>
      )}
    </div>
  )
}

function Fields({ before, text, onClose }: { before: Eez | null; text: string; onClose: () => void }) {
  const stale = useStale()
  const own = before !== null && !before.approx ? before : null
  const [version, setVersion] = useState(own?.version ?? 0)
  const [draft, setDraft] = useState<Draft>(() => ({ ...draftOf(before), text }))
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }))
  const { run, isBusy, fault, clear } = useAction(async (expected: number) => {
    const geometry = geometryIn(draft.text)
    const { text: _text, ...fields } = draft
    if (own === null) await call(addEez, { ...fields, geometry })
    else await call(updateEez, { id: own.id, expected_version: expected, ...fields, geometry })
    stale(getEez)
    onClose()
  })
  const theirs = fault?.code === 'VERSION_CONFLICT' ? (fault.data as Eez) : null
  const why = (field: string) => faultAt(fault, field)
  const missing = useMemo(() => whatIsMissing(draft.text), [draft.text])
  return (
    <Form
      className="eez-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run(version)
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        maxLength={200}
        value={draft.name}
        error={why('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className="row">
        <TextInput
          label="Country"
          description="Three letters, like IND"
          required
          withAsterisk={false}
          maxLength={3}
          value={draft.country}
          error={why('country')}
          onChange={(event) => change({ country: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label="Kind"
          description="What the line stands for"
          allowDeselect={false}
          data={BOUNDARY_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          value={draft.kind}
          onChange={(kind) => kind !== null && change({ kind })}
        />
        <TextInput
          label="Source"
          required
          withAsterisk={false}
          maxLength={300}
          value={draft.source}
          error={why('source')}
          onChange={(event) => change({ source: event.currentTarget.value })}
        />
        <TextInput
          label="Edition"
          maxLength={100}
          value={draft.edition}
          onChange={(event) => change({ edition: event.currentTarget.value })}
        />
      </div>
      <Claims draft={draft} change={change} />
      <Textarea
        label="Outline"
        description="A GeoJSON Polygon or MultiPolygon, or a Feature with one; longitude first."
        autosize
        minRows={5}
        maxRows={10}
        value={draft.text}
        error={why('geometry') ?? (draft.text.trim() === '' ? null : missing)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <p className="eez-refusal" role="alert">
        {theirs === null && fault?.message}
      </p>
      <div className="eez-buttons">
        <ActionButton type="submit" isBusy={isBusy} disabled={missing !== null}>
          {own === null ? 'Add' : 'Save'}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {missing !== null && (
          <span className="eez-missing" role="status">
            {missing}
          </span>
        )}
      </div>
      {theirs !== null && (
        <VersionConflict
          noun="boundary"
          by={theirs.updated_by}
          at={theirs.updated_at}
          rows={conflictRows(draft, theirs)}
          onKeepMine={() => {
            setVersion(theirs.version)
            void run(theirs.version)
          }}
          onTakeTheirs={() => {
            setVersion(theirs.version)
            setDraft(draftOf(theirs))
            clear()
          }}
          onClose={clear}
        />
      )}
    </Form>
  )
}

function Claims({ draft, change }: { draft: Draft; change: (more: Partial<Draft>) => void }) {
  return (
    <>
      <Switch
        label="Claims overlap here"
        checked={draft.disputed}
        onChange={(event) => change({ disputed: event.currentTarget.checked })}
      />
      {draft.disputed && (
        <TagsInput
          label="Claimed by"
          value={draft.claimants}
          onChange={(claimants) => change({ claimants })}
        />
      )}
    </>
  )
}

const MOST_LETTERS = 100_000

/** Why the outline cannot be kept yet; null when it can. */
function whatIsMissing(text: string): string | null {
  if (text.trim() === '') return 'Give the outline first.'
  try {
    const { type, coordinates } = geometryIn(text)
    // The server looks at a large one; here every key would wait for it.
    if (text.length > MOST_LETTERS) return null
    settlePolygons(type === 'Polygon' ? [coordinates] : coordinates)
    return null
  } catch (error) {
    return error instanceof ShapeFault
      ? `The outline cannot be a boundary: ${error.message}.`
      : error instanceof TypeError
        ? 'The outline is no Polygon or MultiPolygon.'
        : (error as Error).message
  }
}

/** The shape somebody wrote; throws a sentence for what is none. */
function geometryIn(text: string): ZoneGeometry {
  let value: { type?: string; geometry?: ZoneGeometry; features?: { geometry: ZoneGeometry }[] }
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    throw new Error('The outline is no GeoJSON.')
  }
  const geometry = value.geometry ?? value.features?.[0]?.geometry ?? (value as ZoneGeometry)
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')
    throw new Error('The outline is no Polygon or MultiPolygon.')
  return geometry
}
