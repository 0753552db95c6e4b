import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getUsers, type User } from '@samudra/contract/identity'
import { tableUpdate } from '@samudra/contract/kind'
import { getZones } from '@samudra/contract/zones'
import { IconUserPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column, Sorting } from '../../../../kit/tables/table.ts'
import { Page } from '../../../../kit/pages/Page.tsx'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { PersonName } from '../../../../kit/people/PersonName.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { rowId } from '../../../../wire/pages-again.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { AddUser } from './AddUser.tsx'
import { listWord, roleWord, STATUS_WORDS } from './user-words.ts'
import { UserPanel } from './UserPanel.tsx'
import '../account/account.css'
import '../login/login.css'
import './users.css'

const STATUSES = [
  { value: '', label: 'All states' },
  ...(['ACTIVE', 'BLOCKED', 'EXPIRED', 'DELETED'] as const).map((value) => ({
    value,
    label: STATUS_WORDS[value],
  })),
]

/** Lists the users who may log in, and what each of them may see. */
export function Component() {
  const [query, setQuery] = useState('')
  const [words] = useDebouncedValue(query, 250)
  const [status, setStatus] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ by: 'username', isDown: false })
  const [opened, setOpened] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const stale = useStale()
  const search = {
    ...(words === '' ? {} : { q: words }),
    ...(status === '' ? {} : { status: status as User['status'] }),
    sort: sorting.by as 'username' | 'last_login_at' | 'created_at',
  }
  const { first, table } = usePages(getUsers, search, { rowKey: rowId, everyMs: 30_000 })
  usePush(tableUpdate, ({ table }) => {
    if (table === 'users') stale(getUsers)
  })
  const zones = useAnswer(getZones, {}).data?.items
  const columns = useMemo(() => columnsWith(new Map(zones?.map(({ id, name }) => [id, name]))), [zones])
  const user = table.rows.find((one) => one.id === opened) ?? null
  const total = first?.total

  return (
    <Page
      title="User management"
      subtitle={total === undefined ? '' : countWords(total, 'user')}
      actions={
        <>
          <TextInput
            size="xs"
            placeholder="Name or e-mail"
            aria-label="Search users"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Select
            size="xs"
            w={130}
            aria-label="State"
            data={STATUSES}
            value={status}
            allowDeselect={false}
            onChange={(value) => setStatus(value ?? '')}
          />
          <Button size="xs" leftSection={<IconUserPlus size={14} />} onClick={() => setAdding(true)}>
            Add user
          </Button>
        </>
      }
    >
      <Table
        label="Users"
        name="users"
        columns={columns}
        selected={opened}
        onOpen={(row) => setOpened(row.id)}
        sorting={sorting}
        onSort={setSorting}
        {...table}
        empty={
          <Nothing title="No users found" hint="Change the search. To see deleted users, filter by state." />
        }
      />
      <UserPanel user={user} onClose={() => setOpened(null)} />
      <AddUser isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const columnsWith = (zones: ReadonlyMap<string, string>): Column<User>[] => [
  {
    key: 'state',
    label: 'State',
    width: '104px',
    cell: (user) => (
      <span className="user-state" data-state={user.status}>
        {STATUS_WORDS[user.status]}
      </span>
    ),
  },
  {
    key: 'username',
    label: 'User name',
    width: 'minmax(210px, 1.2fr)',
    sort: 'username',
    cell: (user) => <PersonName userId={user.id} name={user.username} />,
  },
  { key: 'role', label: 'Role', width: '116px', cell: (user) => roleWord(user.role) },
  { key: 'email', label: 'E-mail', width: 'minmax(150px, 1fr)', cell: (user) => user.email || 'none' },
  {
    key: 'sources',
    label: 'Sources',
    width: 'minmax(100px, 1fr)',
    cell: (user) => listWord(user.sources, 'all', 'none'),
  },
  {
    key: 'zones',
    label: 'Zones',
    width: 'minmax(110px, 1fr)',
    cell: (user) =>
      listWord(user.zone_access, 'everywhere', 'nowhere', (id) => zones.get(id) ?? 'a deleted zone'),
  },
  {
    key: 'factor',
    label: 'Second factor',
    width: '120px',
    cell: (user) =>
      user.second_factor?.map((one) => (one === 'TOTP' ? 'authenticator' : 'passkey')).join(', ') || 'none',
  },
  { key: 'open', label: 'Sessions', width: '84px', isNumber: true, cell: (user) => user.open_sessions ?? 0 },
  {
    key: 'last',
    label: 'Last login',
    width: '196px',
    sort: 'last_login_at',
    cell: (user) => (user.last_login_at == null ? 'never' : <When at={user.last_login_at} />),
  },
]
