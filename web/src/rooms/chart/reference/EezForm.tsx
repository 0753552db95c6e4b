import { Button, Drawer, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  BOUNDARY_KINDS,
  BOUNDARY_KIND_WORDS,
  COMPUTED_LABEL,
  addEez,
  boundaryKind,
  getEez,
  updateEez,
  type Eez,
} from '@samudra/contract/reference'
import { WATERS_KINDS } from '@samudra/contract/visits'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { useMemo, useState } from 'react'
import { settlePolygons, ShapeFault } from '@samudra/nautical/polygons/polygon-faults'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt, useAnswer } from '../../../wire/use-answer.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import { openVisitLog } from '../../../map/explanation/visit-log.store.ts'
import { boundaries } from './boundaries.store.ts'
import { draftOf, type Draft } from './eez-draft.ts'
import { Link } from 'react-router'
import { analysisLink } from '../../../kit/pages/links.ts'

const isLogged = ({ kind }: Eez) => (WATERS_KINDS as readonly string[]).includes(kind)
const nameOf = ({ kind, name }: Eez) => `${BOUNDARY_KIND_WORDS[kind]}, ${name}`

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
      title={editing?.kind === 'open' ? editing.one.name : 'Add boundary'}
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
  const answer = useAnswer(getEez, { ids: [one.id] })
  // What was read of an earlier version is read again before it is typed over.
  const whole = answer.data?.items.find(({ id, version }) => id === one.id && version >= one.version)
  if (answer.isError) return <Failed error={answer.error} onRetry={() => answer.refetch()} />
  if (whole === undefined) return answer.isFetching ? <Waiting /> : <p>This boundary was deleted.</p>
  const text = JSON.stringify(whole.geometry)
  const log = whole.replaced_by.length === 0 && isLogged(whole) && (
    <p className="eez-watched">
      <FollowButton kind="WATERS" id={whole.id} name={nameOf(whole)} />
      <button
        type="button"
        className="link-button"
        onClick={() => openVisitLog({ kind: 'boundary', id: whole.id, name: nameOf(whole) })}
      >
        Last entries and exits
      </button>
    </p>
  )
  if (isAdmin && (!whole.approx || isReplacing))
    return (
      <>
        {log}
        <Link to={analysisLink('AREA', whole.id)}>Analyse</Link>
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
        {BOUNDARY_KIND_WORDS[whole.kind]} of {whole.name} ({whole.country}).{' '}
        {whole.approx ? `${COMPUTED_LABEL}.` : `${whole.source}, ${whole.edition}.`}
      </p>
      {log}
      <Link to={analysisLink('AREA', whole.id)}>Analyse</Link>
      {whole.cut && <p>Cut at the edge of the computed region. The boundary continues beyond it.</p>}
      {whole.replaced_by.length > 0 && <p>Replaced by an imported boundary. This one is hidden.</p>}
      {isAdmin && whole.approx && (
        <div className="eez-buttons">
          <Button size="xs" onClick={() => setReplacing(true)}>
            Replace boundary
          </Button>
        </div>
      )}
    </div>
  )
}

function Fields({ before, text, onClose }: { before: Eez | null; text: string; onClose: () => void }) {
  const own = before !== null && !before.approx ? before : null
  const [draft, setDraft] = useState<Draft>(() => ({ ...draftOf(before), text }))
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }))
  const missing = useMemo(() => whatIsMissing(draft.text), [draft.text])
  const values = () => {
    const { text: _text, ...fields } = draft
    return { ...fields, geometry: geometryIn(draft.text) }
  }
  return (
    <EditForm
      className="eez-form"
      kind={boundaryKind}
      of={own}
      save={async (over) => {
        const saved =
          over === null
            ? await call(addEez, values())
            : await call(updateEez, { id: over.id, expected_version: over.version, ...values() })
        boundaries.take(saved)
        onClose()
      }}
      typed={(theirs) => ({ ...theirs, ...values() })}
      take={(theirs) => setDraft(draftOf(theirs))}
      renderButtons={(isBusy) => (
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
      )}
    >
      {(fault) => (
        <Stated draft={draft} change={change} missing={missing} why={(field) => faultAt(fault, field)} />
      )}
    </EditForm>
  )
}

type Part = { draft: Draft; change: (more: Partial<Draft>) => void }

function Stated({
  draft,
  change,
  missing,
  why,
}: Part & { missing: string | null; why: (field: string) => string | undefined }) {
  return (
    <>
      <NameInput
        data-autofocus
        maxLength={200}
        value={draft.name}
        error={why('name')}
        onChange={(name) => change({ name })}
      />
      <div className="row">
        <TextInput
          label="Country"
          description="Code or name, like IND"
          required
          withAsterisk={false}
          maxLength={80}
          value={draft.country}
          error={why('country')}
          onChange={(event) => change({ country: event.currentTarget.value })}
        />
        <Select
          label="Kind"
          description="Meaning of the line"
          allowDeselect={false}
          data={BOUNDARY_KINDS.map((value) => ({ value, label: BOUNDARY_KIND_WORDS[value] }))}
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
        description="A GeoJSON Polygon or MultiPolygon, or a Feature with one. Longitude first."
        autosize
        minRows={5}
        maxRows={10}
        value={draft.text}
        error={why('geometry') ?? (draft.text.trim() === '' ? null : missing)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
    </>
  )
}

function Claims({ draft, change }: Part) {
  return (
    <>
      <Switch
        label="Overlapping claims"
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

/** Returns why the outline cannot be saved yet; null when it can. */
function whatIsMissing(text: string): string | null {
  if (text.trim() === '') return 'Enter the outline.'
  try {
    const { type, coordinates } = geometryIn(text)
    // The server looks at a large one; here every key would wait for it.
    if (text.length > MOST_LETTERS) return null
    settlePolygons(type === 'Polygon' ? [coordinates] : coordinates)
    return null
  } catch (error) {
    return error instanceof ShapeFault
      ? `The outline is not a valid boundary: ${error.message}.`
      : error instanceof TypeError
        ? 'The outline must be a Polygon or MultiPolygon.'
        : (error as Error).message
  }
}

/** Parses the written shape; throws an explaining sentence if it is none. */
function geometryIn(text: string): ZoneGeometry {
  let value: { type?: string; geometry?: ZoneGeometry; features?: { geometry: ZoneGeometry }[] }
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    throw new Error('The outline is not valid GeoJSON.')
  }
  const geometry = value.geometry ?? value.features?.[0]?.geometry ?? (value as ZoneGeometry)
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')
    throw new Error('The outline must be a Polygon or MultiPolygon.')
  return geometry
}
