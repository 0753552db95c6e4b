import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useSettings } from '../kit/settings.ts'
import { Themed } from '../kit/Themed.tsx'
import { useSession } from '../wire/session.ts'
import './home.css'
import { SideRail } from './SideRail.tsx'
import { TopBar } from './TopBar.tsx'

/** The shell of every screen behind the login. */
export function Component() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false } } }),
  )
  const settings = useSession((state) => state.user?.userSettings)
  useEffect(() => {
    if (settings !== undefined) useSettings.setState(settings)
  }, [settings])
  return (
    <Themed>
      <QueryClientProvider client={queries}>
        <div className="home">
          <TopBar />
          <SideRail />
          <main className="home-screen">
            <Outlet />
          </main>
        </div>
      </QueryClientProvider>
    </Themed>
  )
}
