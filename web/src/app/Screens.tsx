import { logout } from '@samudra/contract/identity'
import { useState } from 'react'
import { RouterProvider } from 'react-router'
import { useDensity } from '../kit/density.ts'
import { ask } from '../wire/call.ts'
import { keepAlive } from '../wire/keep-alive.ts'
import { resume } from '../wire/session.ts'
import { restoreAndKeep, type Kept } from '../store/persist.ts'
import { LAYERS } from './kept-layers.ts'
import { router } from './routes.tsx'
import { setStyle, useUi, type UiState } from './ui.store.ts'

const FRAME: Kept = {
  name: 'ui',
  read: () => {
    const { style, footerHeight } = useUi.getState()
    const { fullScreenElement: _, displayWidth: _width, ...kept } = style
    return { style: kept, footerHeight }
  },
  restore: (held) => {
    const { style, footerHeight } = held as { style: Partial<UiState['style']>; footerHeight: number }
    setStyle(style)
    useUi.setState({ footerHeight })
  },
  subscribe: (changed) => useUi.subscribe(changed),
}

const TABLES: Kept = {
  name: 'density',
  read: () => useDensity.getState().density,
  restore: (held) => useDensity.setState({ density: held === 'dense' ? 'dense' : 'roomy' }),
  subscribe: (changed) => useDensity.subscribe(changed),
}

// The first loader of the router runs at once, so the session is taken up before.
await resume(await restoreAndKeep([FRAME, TABLES, LAYERS]))
keepAlive(() => ask(logout, {}))

export default function Screens() {
  const [made] = useState(router)
  return <RouterProvider router={made} />
}
