import { Drawer, Tabs } from '@mantine/core'
import type { User } from '@samudra/contract/identity'
import { When } from '../../../../kit/text/When.tsx'
import { EditUser } from './EditUser.tsx'
import { SessionsList } from '../account/SessionsList.tsx'
import { UserActions } from './UserActions.tsx'
import { UserSight } from './UserSight.tsx'
import { STATUS_WORDS, roleWord } from './user-words.ts'

/** One user: rights, what they would see, where they are logged in, and what can be done to the account. */
export function UserPanel({ user, onClose }: { user: User | null; onClose: () => void }) {
  return (
    <Drawer
      opened={user !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={user?.username}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {user !== null && <Panel key={user.id} user={user} onClose={onClose} />}
    </Drawer>
  )
}

function Panel({ user, onClose }: { user: User; onClose: () => void }) {
  const until = user.locked_until
  return (
    <>
      <p className="account-note">
        {roleWord(user.role)} · {STATUS_WORDS[user.status]}
        {user.isDefaultPassword === true && ' · has not chosen a password yet'}
        {user.expires_at != null && (
          <>
            {' '}
            · account ends <When at={user.expires_at} />
          </>
        )}
        {until != null && (
          <>
            {' '}
            · locked after wrong passwords until <When at={until} />
          </>
        )}
      </p>
      <Tabs defaultValue="rights" mt={12} keepMounted={false}>
        <Tabs.List mb={14}>
          <Tabs.Tab value="rights">Rights</Tabs.Tab>
          <Tabs.Tab value="sight">What they see</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
          <Tabs.Tab value="account">Account</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rights">
          <EditUser key={user.version} user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sight">
          <UserSight user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionsList userId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="account">
          <UserActions user={user} onGone={onClose} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
