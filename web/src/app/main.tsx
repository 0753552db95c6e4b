import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/fonts.css'
import '../kit/tokens.css'
import '../kit/palette.ts'
import { showCarriedToast } from '../kit/toasts.ts'
import { hasSessionCookie } from '../wire/session-cookie.ts'
import { fetched } from './fetch-screens.tsx'
import { Landing } from './Landing.tsx'
import { Loading } from './Loading.tsx'
import { Toasts } from './Toasts.tsx'

/** Everything but the landing page, which a visitor gets without waiting for a router. */
const Screens = lazy(async () => {
  const load = () => import('./Screens.tsx').then(({ default: Component }) => ({ Component }))
  const { Component } = await fetched(load)()
  return { default: Component }
})

showCarriedToast()

const isVisitor = window.location.pathname === '/' && !hasSessionCookie()
const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')
createRoot(root).render(
  <StrictMode>
    {isVisitor ? (
      <Landing />
    ) : (
      <Suspense fallback={<Loading />}>
        <Screens />
      </Suspense>
    )}
    <Toasts />
  </StrictMode>,
)
