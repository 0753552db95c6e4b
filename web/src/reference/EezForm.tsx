import { Button, Drawer, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  BOUNDARY_KINDS,
  COMPUTED_LABEL,
  addEez,
  getEez,
  updateEez,
  type BoundaryKind,
  type Eez,
} from '@samudra/contract/reference'
import type { ZoneGeometry } from '@samudra/contract/zones'
import { useState, type FormEvent } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Failed, Waiting } from '../kit/States.tsx'
import { call } from '../wire/call.ts'
import { faultAt, useAction, useAnswer, useStale, type Fault } from '../wire/use-answer.ts'
import { KIND_LABELS } from './boundaries.store.ts'

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

type Draft = {
  name: string
  country: string
  kind: BoundaryKind
  source: string
  edition: string
  disputed: boolean
  claimants: string[]
  text: string
}

function Fields({ before, text, onClose }: { before: Eez | null; text: string; onClose: () => void }) {
  const stale = useStale()
  const own = before !== null && !before.approx ? before : null
  const [version, setVersion] = useState(own?.version ?? 0)
  const [draft, setDraft] = useState<Draft>({
    name: before?.name ?? '',
    country: before?.country ?? '',
    kind: before?.kind ?? 'EEZ',
    source: own?.source ?? '',
    edition: own?.edition ?? '',
    disputed: before?.disputed ?? false,
    claimants: before?.claimants ?? [],
    text,
  })
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }))
  const { run, isBusy, fault } = useAction(async () => {
    const geometry = geometryIn(draft.text)
    const { text: _text, ...fields } = draft
    if (own === null) await call(addEez, { ...fields, geometry })
    else await call(updateEez, { id: own.id, expected_version: version, ...fields, geometry })
    stale(getEez)
    onClose()
  })
  const why = (field: string) => faultAt(fault, field)
  return (
    <form
      className="eez-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
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
      <Textarea
        label="Outline"
        description="A GeoJSON Polygon or MultiPolygon, or a Feature with one; longitude first."
        autosize
        minRows={5}
        maxRows={10}
        value={draft.text}
        error={why('geometry')}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Conflict
        fault={fault}
        mine={draft}
        onTake={(theirs) => {
          setVersion(theirs.version)
          change({ ...theirs, text: JSON.stringify(theirs.geometry) })
        }}
        onKeep={(theirs) => setVersion(theirs.version)}
      />
      <div className="eez-buttons">
        <ActionButton type="submit" isBusy={isBusy}>
          {own === null ? 'Add' : 'Save'}
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What was refused; where somebody else was faster, both versions and the choice between them. */
function Conflict(props: {
  fault: Fault | null
  mine: Draft
  onTake: (theirs: Eez) => void
  onKeep: (theirs: Eez) => void
}) {
  const { fault, mine } = props
  const [seen, setSeen] = useState<Fault | null>(null)
  if (fault === null || fault === seen) return <p className="eez-refusal" role="alert" />
  if (fault.code !== 'VERSION_CONFLICT')
    return (
      <p className="eez-refusal" role="alert">
        {fault.message}
      </p>
    )
  const theirs = fault.data as Eez
  const fields = ['name', 'country', 'kind', 'source', 'edition'] as const
  const done = (act: (theirs: Eez) => void) => () => {
    act(theirs)
    setSeen(fault)
  }
  return (
    <div role="alert">
      <p className="eez-refusal">
        {theirs.updated_by} changed this boundary meanwhile (version {theirs.version}).
      </p>
      <div className="eez-import-table">
        <table>
          <thead>
            <tr>
              <th>Field</th>
              <th>Theirs</th>
              <th>Yours</th>
            </tr>
          </thead>
          <tbody>
            {fields
              .filter((field) => theirs[field] !== mine[field])
              .map((field) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>{theirs[field]}</td>
                  <td>{mine[field]}</td>
                </tr>
              ))}
            {JSON.stringify(theirs.geometry) !== mine.text && (
              <tr>
                <th scope="row">outline</th>
                <td>another</td>
                <td>yours</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div className="eez-buttons">
        <Button size="xs" variant="default" onClick={done(props.onTake)}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={done(props.onKeep)}>
          Keep mine, then save
        </Button>
      </div>
    </div>
  )
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
