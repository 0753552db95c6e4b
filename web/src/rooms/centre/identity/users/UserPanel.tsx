import { Drawer } from '@mantine/core'
import type { User } from '@samudra/contract/identity'
import { TabbedParts } from '../../../../kit/pages/TabbedParts.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { EditUser } from './EditUser.tsx'
import { SessionsList } from '../account/SessionsList.tsx'
import { UserActions } from './UserActions.tsx'
import { UserVisibility } from './UserVisibility.tsx'
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
        {user.isDefaultPassword === true && ' · has not set a password yet'}
        {user.expires_at != null && (
          <>
            {' '}
            · account expires <When at={user.expires_at} />
          </>
        )}
        {until != null && (
          <>
            {' '}
            · locked (wrong passwords) until <When at={until} />
          </>
        )}
      </p>
      <TabbedParts
        label="Profile"
        parts={[
          { value: 'rights', label: 'Rights', content: <EditUser key={user.version} user={user} /> },
          { value: 'sight', label: 'Visibility', content: <UserVisibility user={user} /> },
          { value: 'sessions', label: 'Sessions', content: <SessionsList userId={user.id} /> },
          { value: 'account', label: 'Account', content: <UserActions user={user} onGone={onClose} /> },
        ]}
      />
    </>
  )
}
