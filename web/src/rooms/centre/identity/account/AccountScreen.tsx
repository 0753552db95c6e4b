import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import type { ReactNode } from 'react'
import { Page } from '../../../../kit/pages/Page.tsx'
import { useSession } from '../../../../wire/session.ts'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { DisplaySettings } from './DisplaySettings.tsx'
import { logOut } from '../login/log-out.ts'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsList } from './SessionsList.tsx'
import './account.css'
import '../login/login.css'

/** Shows the user's own account and the settings the user may change. */
export function Component() {
  const user = useSession((state) => state.user)
  if (user === null) return null
  const list = (values: string[], all: string) => (values.includes('*') ? all : values.join(', ') || 'none')
  return (
    <Page title="My account" subtitle={user.username}>
      <div className="account">
        <Part title="Profile">
          <dl className="account-facts">
            <dt>User name</dt>
            <dd>{user.username}</dd>
            <dt>E-mail</dt>
            <dd>{user.email || 'none'}</dd>
            <dt>Role</dt>
            <dd>{isAdministrator(user.role) ? 'Administrator' : 'Operator'}</dd>
            <dt>Sources</dt>
            <dd>{list(user.sources, 'all')}</dd>
            <dt>Zones</dt>
            <dd>{user.zone_access.includes('*') ? 'everywhere' : `${user.zone_access.length} zones`}</dd>
            <dt>Groups</dt>
            <dd>{user.group_ids.join(', ') || 'none'}</dd>
          </dl>
        </Part>
        <Part title="Display">
          <DisplaySettings />
        </Part>
        <Part title="Second factor">
          <SecondFactorPanel />
        </Part>
        <Part title="Password">
          <ChangePasswordForm onDone={() => undefined} />
        </Part>
        <Part
          title="Sessions"
          action={
            <Button size="xs" variant="default" onClick={() => void logOut(true)}>
              Log out everywhere
            </Button>
          }
        >
          <SessionsList userId={user.id} />
        </Part>
      </div>
    </Page>
  )
}

function Part(props: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="account-part">
      <header>
        <h2>{props.title}</h2>
        {props.action}
      </header>
      {props.children}
    </section>
  )
}
