import { lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '../kit/theme/fonts.css'
import '../kit/theme/tokens.css'
// Of the page as it is written for visitors, before any script of it comes.
import './landing/landing.css'
import '../kit/theme/colour-palette.ts'
import { showCarriedToast } from '../kit/toasts.ts'
import { hasSessionCookie } from '../wire/session-cookie.ts'
import { fetched } from './fetch-screens.tsx'
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
const page = createRoot(root)
const show = (first: ReactNode) =>
  page.render(
    <StrictMode>
      {first}
      <Toasts />
    </StrictMode>,
  )

// The landing page stands written in the page by then, and is taken over in one go.
if (isVisitor)
  void fetched(() =>
    import('./landing/Landing.tsx').then(({ Landing: Component }) => ({ Component })),
  )().then(({ Component }) => show(<Component />))
else
  show(
    <Suspense fallback={<Loading />}>
      <Screens />
    </Suspense>,
  )
