import { Badge, Button, Switch } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import { SEEN_BY } from '@samudra/contract/kind'
import {
  addMapProfile,
  changeMapProfile,
  deleteMapProfile,
  profileKind,
  updateMapProfile,
  type MapProfile,
} from '@samudra/contract/settings'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { latitudeText, longitudeText } from '../../../kit/text/quantity-text.ts'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { profiles, useActiveProfile } from './settings.store.ts'
import { applyProfile, presentView } from './profile-view.ts'
import './settings.css'

/** Everybody's are for administrators. */
const SCOPES = ['PRIVATE', 'GROUP', 'CENTRE'] as const
type Form = {
  /** The one that is changed; null for a new one. */
  of: MapProfile | null
  name: string
  scope: MapProfile['scope']
  isDefault: boolean
  takesView: boolean
}
const NEW: Form = { of: null, name: '', scope: 'PRIVATE', isDefault: false, takesView: true }

/** Lists map profiles, saved by name: base, place and grid. */
export function Component() {
  const { rows, isRead, fault } = useStored(profiles)
  const activeId = useActiveProfile(({ id }) => id)
  const navigate = useNavigate()
  const [form, setForm] = useState<Form | null>(null)
  const [deleted, setDeleted] = useState<MapProfile | null>(null)
  const use = useAction(async (profile: MapProfile) => {
    await call(changeMapProfile, { id: profile.id })
    applyProfile(profile)
    useActiveProfile.setState({ id: profile.id })
    await navigate('/home/main/map')
  })
  const remove = useAction(async (profile: MapProfile) => {
    const { new_active_id } = await call(deleteMapProfile, { id: profile.id })
    profiles.drop(profile.id)
    useActiveProfile.setState({ id: new_active_id })
    setDeleted(profile)
  })
  const undo = useAction(async (profile: MapProfile) => {
    const { name, scope, is_default, base, center, zoom, rotation, layers, view } = profile
    const again = { name, scope, is_default, base, center, zoom, rotation, layers, view }
    profiles.take(await call(addMapProfile, again))
    setDeleted(null)
  })
  return (
    <Page
      title="Map profiles"
      subtitle="Saved map settings."
      actions={
        <Button size="xs" onClick={() => setForm(NEW)}>
          Save current map
        </Button>
      }
    >
      {form !== null && <ProfileForm key={form.of?.id ?? 'new'} form={form} onClose={() => setForm(null)} />}
      {deleted !== null && (
        <p className="settings-none" role="status">
          The profile {deleted.name} is deleted.{' '}
          <button type="button" className="link-button" onClick={() => void undo.run(deleted)}>
            Undo
          </button>
        </p>
      )}
      {[use.fault, remove.fault, undo.fault].map(
        (wrong) =>
          wrong !== null && (
            <p key={wrong.message} className="refusal" role="alert">
              {wrong.message}
            </p>
          ),
      )}
      {!isRead &&
        (fault !== null ? (
          <Failed error={new Error(fault)} onRetry={() => void profiles.read()} />
        ) : (
          <Waiting />
        ))}
      {isRead && rows.length === 0 && (
        <Nothing title="No profiles yet" hint="Set up the map, then save it here under a name." />
      )}
      <ul className="profiles">
        {rows.map((profile) => (
          <ProfileItem
            key={profile.id}
            profile={profile}
            isActive={profile.id === activeId}
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
          {SEEN_BY[profile.scope]} · by {profile.owner} · <When at={profile.updated_at} />
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

const formOf = (of: MapProfile): Form => ({
  of,
  name: of.name,
  scope: of.scope,
  isDefault: of.is_default,
  takesView: false,
})

function ProfileForm(props: { form: Form; onClose: () => void }) {
  const [form, setForm] = useState(props.form)
  const isAdmin = useSession((state) => state.user !== null && isAdministrator(state.user.role))
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }))
  const fields = { name: form.name, scope: form.scope, is_default: form.isDefault }
  const isNew = form.of === null
  return (
    <EditForm
      className="profile-form"
      kind={profileKind}
      of={form.of}
      save={async (over) => {
        const view = isNew || form.takesView ? presentView() : {}
        const saved =
          over === null
            ? await call(addMapProfile, { ...presentView(), ...fields })
            : await call(updateMapProfile, {
                id: over.id,
                expected_version: over.version,
                ...view,
                ...fields,
              })
        profiles.take(saved)
        props.onClose()
      }}
      typed={(theirs) => ({ ...theirs, ...(form.takesView ? presentView() : {}), ...fields })}
      take={(theirs) => setForm(formOf(theirs))}
      renderButtons={(isBusy) => (
        <>
          <Button size="xs" type="submit" loading={isBusy}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={props.onClose}>
            Cancel
          </Button>
        </>
      )}
    >
      {() => (
        <>
          <NameInput
            size="xs"
            autoFocus
            maxLength={80}
            value={form.name}
            onChange={(name) => change({ name })}
          />
          <SeenBy
            size="xs"
            choices={SCOPES.filter((scope) => isAdmin || scope !== 'CENTRE')}
            value={form.scope}
            onChange={(scope) => change({ scope })}
          />
          <Switch
            label="Open after login"
            checked={form.isDefault}
            onChange={(event) => change({ isDefault: event.currentTarget.checked })}
          />
          {!isNew && (
            <Switch
              label="Replace with current map"
              checked={form.takesView}
              onChange={(event) => change({ takesView: event.currentTarget.checked })}
            />
          )}
        </>
      )}
    </EditForm>
  )
}
