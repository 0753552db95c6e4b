import { Button, Drawer } from '@mantine/core'
import { deleteGroup, getGroups, groupHandle, type UserGroup } from '@samudra/contract/roster'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { GroupSwatch } from '../../../../kit/people/MentionLine.tsx'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { useGroups } from '../../../../kit/people/use-groups.ts'
import { ListScreen } from '../../../../kit/pages/ListScreen.tsx'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import type { Column } from '../../../../kit/tables/table.ts'
import { When } from '../../../../kit/text/When.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { GroupForm } from './GroupForm.tsx'
import '../account/account.css'
import '../login/login.css'
import './groups.css'

const COLUMNS: Column<UserGroup>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(160px, 1.4fr)',
    isHead: true,
    cell: ({ name, color }) => (
      <span className="person">
        <GroupSwatch color={color} />
        <span className="person-name">{name}</span>
      </span>
    ),
    value: ({ name }) => name,
  },
  {
    key: 'handle',
    label: 'Mentioned as',
    width: 'minmax(120px, 1fr)',
    cell: ({ name }) => `@${groupHandle(name)}`,
    value: ({ name }) => groupHandle(name),
  },
  {
    key: 'members',
    label: 'Members',
    width: '90px',
    cell: ({ members }) => members.length,
    value: ({ members }) => members.length,
  },
  {
    key: 'updated',
    label: 'Changed',
    width: '180px',
    cell: ({ updated_at }) => <When at={updated_at} />,
    value: ({ updated_at }) => updated_at,
  },
]
const FILTERS = [
  {
    name: 'q',
    label: 'Search groups',
    placeholder: 'Name',
    fits: ({ name }: UserGroup, words: string) => name.toLowerCase().includes(words.toLowerCase()),
  },
]

/** Groups of users: objects are shared with them, and mentions and notifications are addressed to them. */
export function Component() {
  const groups = useGroups()
  const { data, error, refetch } = useAnswer(getGroups, {}, { keep: true })
  const { put } = useAddress()
  const [isAdding, setAdding] = useState(false)
  const addButton = (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      Add group
    </Button>
  )
  return (
    <>
      <ListScreen
        title="Groups"
        subtitle="Groups share objects, mentions and notifications."
        name="groups"
        actions={addButton}
        columns={COLUMNS}
        rows={groups}
        rowKey={({ id }) => id}
        isWaiting={data === undefined}
        error={error}
        onRetry={() => void refetch()}
        filters={FILTERS}
        none={<Nothing title="No groups yet" hint="Add one, then choose its members." />}
        noneFits={<Nothing title="No groups found" hint="Try another search." />}
        details={{
          label: 'Group',
          hint: 'Select a group to see and change its members.',
          render: (group) => <Details key={`${group.id} ${group.version}`} group={group} />,
        }}
      />
      <Drawer
        opened={isAdding}
        onClose={() => setAdding(false)}
        position="right"
        size={420}
        title="Add group"
      >
        <GroupForm
          group={null}
          onDone={(saved) => {
            setAdding(false)
            if (saved !== null) put('open', saved.id)
          }}
        />
      </Drawer>
    </>
  )
}

function Details({ group }: { group: UserGroup }) {
  const { put } = useAddress()
  const stale = useStale()
  const users = useSession((state) => state.allUsersList)
  const nameOf = (id: string) => users.find((user) => user.id === id)?.username ?? id
  return (
    <>
      <h2>{group.name}</h2>
      <ul className="group-members" aria-label={`Members of ${group.name}`}>
        {group.members.map((id) => (
          <li key={id}>
            <PersonName userId={id} name={nameOf(id)} />
          </li>
        ))}
        {group.members.length === 0 && <li className="dim">No members yet.</li>}
      </ul>
      <GroupForm group={group} onDone={(saved) => saved === null && put('open', null)} />
      <div className="group-delete">
        <QuestionButton
          label="Delete the group"
          question={{
            title: `Delete ${group.name}?`,
            text: 'Objects shared only with this group stay with their owners. Remove all members before you delete the group.',
            act: 'Delete',
            needsReason: false,
            isGrave: true,
          }}
          act={async () => {
            await call(deleteGroup, { id: group.id })
            toast(`${group.name} is deleted.`, 'good')
            put('open', null)
            stale(getGroups)
          }}
        />
      </div>
    </>
  )
}
