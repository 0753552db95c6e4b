import { logout } from '@samudra/contract/identity'
import { useState } from 'react'
import { RouterProvider } from 'react-router'
import { request } from '../wire/call.ts'
import { keepAlive } from '../wire/keep-alive.ts'
import { resume } from '../wire/session.ts'
import { restoreAndKeep } from '../store/persist.ts'
import { router } from './routes.tsx'

// The first loader of the router runs at once, so the session is taken up before.
await resume(await restoreAndKeep())
keepAlive(() => request(logout, {}))

export default function Screens() {
  const [made] = useState(router)
  return <RouterProvider router={made} />
}
