import { Button, Group, Switch } from '@mantine/core'
import { SEEN_BY } from '@samudra/contract/kind'
import { addMapProfile, changeMapProfile, type MapProfile } from '@samudra/contract/settings'
import { IconLink } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { copyText } from '../../../kit/text/copy-text.ts'
import { useChart } from '../../../map/chart/chart.store.ts'
import { viewText } from '../../../map/chart/view-text.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { profiles, useActiveProfile } from './settings.store.ts'
import { applyProfile, presentView } from './profile-view.ts'

/** Shows the map profiles beside the map; one press switches, and the current map can be saved under a name. */
export function ProfilesPanel() {
  const { rows, isRead, fault } = useStored(profiles)
  const activeId = useActiveProfile(({ id }) => id)
  const bandwidth = useWorkbench((state) => state.bandwidth)
  const use = useAction(async (profile: MapProfile) => {
    // The map changes at once; the choice is saved afterwards.
    applyProfile(profile)
    await call(changeMapProfile, { id: profile.id })
    useActiveProfile.setState({ id: profile.id })
  })
  return (
    <>
      <FaultLine fault={fault} again={() => profiles.read()} />
      {isRead && rows.length === 0 && (
        <p className="settings-none">No profiles yet. Save the current map under a name.</p>
      )}
      <ul className="profile-choices">
        {rows.map((profile) => (
          <li key={profile.id}>
            <button
              type="button"
              aria-pressed={profile.id === activeId}
              onClick={() => void use.run(profile)}
            >
              <b>{profile.name}</b>
              <small>
                {profile.base} · {SEEN_BY[profile.scope].toLowerCase()}
                {profile.is_default && ' · default'}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <SaveAs />
      <Switch
        size="xs"
        label="Low bandwidth: a frame every ten seconds"
        checked={bandwidth === 'LOW'}
        onChange={(event) =>
          useWorkbench.setState({ bandwidth: event.currentTarget.checked ? 'LOW' : 'NORMAL' })
        }
      />
      <Group gap="sm">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconLink size={13} aria-hidden />}
          onClick={() => void copyText(linkToView())}
        >
          Copy link to this view
        </Button>
        <Link className="link-button" to="/home/settings/mapProfiles">
          Manage profiles
        </Link>
      </Group>
      {use.fault !== null && <p role="alert">{use.fault.message}</p>}
    </>
  )
}

function SaveAs() {
  const [name, setName] = useState('')
  const save = useAction(async () => {
    const fields = { name, scope: 'PRIVATE' as const, is_default: false }
    profiles.take(await call(addMapProfile, { ...presentView(), ...fields }))
    setName('')
  })
  return (
    <Form
      className="profile-save"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <input
        aria-label="Profile name"
        placeholder="Name"
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="compact-xs" type="submit" loading={save.isBusy}>
        Save
      </Button>
      {save.fault !== null && <p role="alert">{save.fault.message}</p>}
    </Form>
  )
}

/** The address of the map with place and filter: who opens it looks at the same. */
function linkToView(): string {
  const address = new URL(location.href)
  const { view } = useChart.getState()
  if (view !== null) address.searchParams.set('at', viewText(view))
  return address.href
}
