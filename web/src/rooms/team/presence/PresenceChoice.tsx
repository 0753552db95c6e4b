import { Menu } from '@mantine/core'
import { PRESENCES, setPresence, type PresenceStatus } from '@samudra/contract/presence'
import { IconCheck } from '@tabler/icons-react'
import { takeStatus, usePresence } from '../../../stored/presence.store.ts'
import { PresenceMark, PRESENCE_WORDS } from '../../../kit/people/PresenceDot.tsx'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'

const choose = (presence: PresenceStatus) =>
  void call(setPresence, { presence }).then(takeStatus, (error: Error) => toast(error.message, 'bad'))

/** Entries of the user menu by which this user chooses the own presence. */
export function PresenceChoice() {
  const own = useSession(({ user }) => user?.id ?? '')
  const current = usePresence(({ users }) => users.get(own)?.presence)
  return PRESENCES.map((presence) => (
    <Menu.Item
      key={presence}
      role="menuitemradio"
      aria-checked={presence === current}
      leftSection={<PresenceMark presence={presence} />}
      rightSection={presence === current ? <IconCheck size={14} aria-hidden /> : null}
      onClick={() => choose(presence)}
    >
      {PRESENCE_WORDS[presence]}
    </Menu.Item>
  ))
}
