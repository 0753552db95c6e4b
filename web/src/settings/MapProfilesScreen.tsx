import { Badge, Button, Select, Switch, TextInput } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  getMapProfiles,
  updateMapProfile,
  type MapProfile,
} from '@samudra/contract/settings'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { Form } from '../kit/Form.tsx'
import { Page } from '../kit/Page.tsx'
import { latitudeText, longitudeText } from '../kit/quantity-text.ts'
import { Failed, Nothing, Waiting } from '../kit/States.tsx'
import { When } from '../kit/When.tsx'
import { call } from '../wire/call.ts'
import { useSession } from '../wire/session.ts'
import { useAction, useAnswer, useStale } from '../wire/use-answer.ts'
import { applyProfile, presentView } from './profile-view.ts'
import './settings.css'

const SCOPES = { PRIVATE: 'Mine', GROUP: 'My groups', CENTRE: 'Everybody' } as const
type Scope = keyof typeof SCOPES
type Form = {
  id: string | null
  version: number
  name: string
  scope: Scope
  isDefault: boolean
  takesView: boolean
}
const NEW: Form = { id: null, version: 0, name: '', scope: 'PRIVATE', isDefault: false, takesView: true }

/** Ways to look at the map, kept under a name: base, place and grid. */
export function Component() {
  const answer = useAnswer(getMapProfiles, {})
  const stale = useStale()
  const navigate = useNavigate()
  const [form, setForm] = useState<Form | null>(null)
  const [deleted, setDeleted] = useState<MapProfile | null>(null)
  const use = useAction(async (profile: MapProfile) => {
    await call(changeMapProfile, { id: profile.id })
    applyProfile(profile)
    stale(getMapProfiles)
    await navigate('/home/main/map')
  })
  const remove = useAction(async (profile: MapProfile) => {
    await call(deleteMapProfile, { id: profile.id })
    stale(getMapProfiles)
    setDeleted(profile)
  })
  const undo = useAction(async (profile: MapProfile) => {
    const { name, scope, is_default, base, center, zoom, rotation, layers, view } = profile
    await call(addMapProfile, { name, scope, is_default, base, center, zoom, rotation, layers, view })
    setDeleted(null)
    stale(getMapProfiles)
  })
  const held = answer.data
  return (
    <Page
      title="Map profiles"
      subtitle="Ways to look at the map, kept under a name."
      actions={
        <Button size="xs" onClick={() => setForm(NEW)}>
          Save the map as it is
        </Button>
      }
    >
      {form !== null && (
        <ProfileForm
          key={form.id ?? 'new'}
          form={form}
          onDone={() => {
            setForm(null)
            stale(getMapProfiles)
          }}
          onCancel={() => setForm(null)}
        />
      )}
      {deleted !== null && (
        <p className="settings-none" role="status">
          The profile {deleted.name} is deleted.{' '}
          <button type="button" className="link-button" onClick={() => void undo.run(deleted)}>
            Undo
          </button>
        </p>
      )}
      {[use.fault, remove.fault, undo.fault].map(
        (fault) =>
          fault !== null && (
            <p key={fault.message} className="settings-fault" role="alert">
              {fault.message}
            </p>
          ),
      )}
      {held === undefined &&
        (answer.isError ? (
          <Failed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Waiting />
        ))}
      {held?.items.length === 0 && (
        <Nothing
          title="No profile yet"
          hint="Set up the map as you like it, then save it here under a name."
        />
      )}
      <ul className="profiles">
        {held?.items.map((profile) => (
          <ProfileItem
            key={profile.id}
            profile={profile}
            isActive={profile.id === held.active_id}
            isBusy={use.isBusy || remove.isBusy}
            onUse={() => void use.run(profile)}
            onChange={() => setForm(formOf(profile))}
            onDelete={() => void remove.run(profile)}
          />
        ))}
      </ul>
    </Page>
  )
}

function ProfileItem(props: {
  profile: MapProfile
  isActive: boolean
  isBusy: boolean
  onUse: () => void
  onChange: () => void
  onDelete: () => void
}) {
  const { profile } = props
  return (
    <li className="profile" data-active={props.isActive}>
      <div>
        <strong>{profile.name}</strong>
        {props.isActive && <Badge size="sm">in use</Badge>}
        {profile.is_default && (
          <Badge size="sm" variant="default">
            default
          </Badge>
        )}
        <p>
          {profile.base} · {latitudeText(profile.center[1])} {longitudeText(profile.center[0])} · zoom{' '}
          {profile.zoom.toFixed(1)}
        </p>
        <p>
          {SCOPES[profile.scope]} · by {profile.owner} · <When at={profile.updated_at} />
        </p>
      </div>
      <Button size="xs" onClick={props.onUse} disabled={props.isBusy}>
        Use
      </Button>
      {profile.mine && (
        <>
          <Button size="xs" variant="default" onClick={props.onChange}>
            Change
          </Button>
          <Button size="xs" variant="default" onClick={props.onDelete} disabled={props.isBusy}>
            Delete
          </Button>
        </>
      )}
    </li>
  )
}

const formOf = ({ id, version, name, scope, is_default }: MapProfile): Form => ({
  id,
  version,
  name,
  scope,
  isDefault: is_default,
  takesView: false,
})

function ProfileForm(props: { form: Form; onDone: () => void; onCancel: () => void }) {
  const [form, setForm] = useState(props.form)
  const isAdmin = useSession((state) => state.user !== null && isAdministrator(state.user.role))
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const save = useAction(async () => {
    const fields = { name: form.name, scope: form.scope, is_default: form.isDefault }
    if (form.id === null) await call(addMapProfile, { ...presentView(), ...fields })
    else
      await call(updateMapProfile, {
        id: form.id,
        expected_version: form.version,
        ...(form.takesView ? presentView() : {}),
        ...fields,
      })
    props.onDone()
  })
  return (
    <Form
      className="profile-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <TextInput
        size="xs"
        label="Name"
        autoFocus
        required
        withAsterisk={false}
        maxLength={80}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        size="xs"
        label="For"
        data={(Object.keys(SCOPES) as Scope[])
          .filter((scope) => isAdmin || scope !== 'CENTRE')
          .map((scope) => ({ value: scope, label: SCOPES[scope] }))}
        value={form.scope}
        allowDeselect={false}
        onChange={(scope) => scope !== null && change({ scope })}
      />
      <Switch
        label="Opens with a new login"
        checked={form.isDefault}
        onChange={(event) => change({ isDefault: event.currentTarget.checked })}
      />
      {form.id !== null && (
        <Switch
          label="Take the map as it is now"
          checked={form.takesView}
          onChange={(event) => change({ takesView: event.currentTarget.checked })}
        />
      )}
      <Button size="xs" type="submit" loading={save.isBusy}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      {save.fault !== null && (
        <p className="settings-fault" role="alert">
          {save.fault.message}
        </p>
      )}
    </Form>
  )
}
