import { tableUpdate } from '@samudra/contract/kind'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { KeysHelp } from '../src/app/palette/KeysHelp.tsx'
import { useAllUsers } from '../src/rooms/centre/identity/users/all-users.ts'
import { useSettings } from '../src/kit/settings.ts'
import { Themed } from '../src/kit/theme/Themed.tsx'
import { invalidate } from '../src/store/cache.ts'
import { usePush } from '../src/wire/push.ts'
import { useResync } from '../src/wire/resync.ts'
import { useSession } from '../src/wire/session.ts'

/** Providers and subscriptions that the home page gives to every screen, without its bars and the chart. */
export function Frame() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  )
  const settings = useSession((state) => state.user?.userSettings)
  useEffect(() => {
    if (settings !== undefined) useSettings.setState(settings)
  }, [settings])
  useResync(() => void queries.invalidateQueries())
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <Users />
        <main>
          <Outlet />
        </main>
        <KeysHelp />
      </QueryClientProvider>
    </Themed>
  )
}

function Users() {
  useAllUsers()
  usePush(tableUpdate, ({ table }) => {
    if (table === 'users' || table === 'zones') invalidate()
  })
  return null
}
