import { getUsers } from '@samudra/contract/identity'
import { tableUpdate } from '@samudra/contract/kind'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useSession, type KnownUser } from '../../../../wire/session.ts'
import { useStale } from '../../../../wire/use-answer.ts'

const PAGE = 500
/** Maximum number of users read; those beyond it, in a larger centre, are known by their id. */
const MOST = 5000

async function readAll(): Promise<KnownUser[]> {
  const all: KnownUser[] = []
  let cursor: string | undefined
  do {
    const page = await call(getUsers, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) })
    all.push(...page.items.map(({ id, username, status }) => ({ id, username, status })))
    cursor = page.next ?? undefined
  } while (cursor !== undefined && all.length < MOST)
  return all
}

/** Keeps the specification's `allUsersList` current: the names of users, wherever an id stands for a person. */
export function useAllUsers() {
  const stale = useStale()
  const { data } = useQuery({ queryKey: [getUsers.name, 'all'], queryFn: readAll })
  usePush(tableUpdate, ({ table }) => {
    if (table === 'users') stale(getUsers)
  })
  useEffect(() => {
    if (data !== undefined) useSession.setState({ allUsersList: data })
  }, [data])
}
