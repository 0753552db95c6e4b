import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { signedIn } from '../wire/session.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { Landing } from './Landing.tsx'
import { Loading } from './Loading.tsx'
import { NotFound } from './NotFound.tsx'

const MAP = '/home/main/map'

/** A default password opens the form that replaces it and nothing else. */
const maySeeHome = () => {
  const user = signedIn()
  return user !== null && !user.isDefaultPassword
}

const home: RouteObject = {
  path: '/home',
  lazy: () => import('./Home.tsx'),
  loader: () => (maySeeHome() ? null : redirect(signedIn() === null ? '/' : '/login')),
  children: [
    { index: true, loader: () => redirect(MAP) },
    { path: 'main/map', lazy: () => import('../picture/MapScreen.tsx') },
  ],
}

const routes: RouteObject[] = [
  { path: '/', Component: Landing, loader: () => (maySeeHome() ? redirect(MAP) : null) },
  {
    path: '/login',
    lazy: () => import('../identity/LoginScreen.tsx'),
    loader: () => (maySeeHome() ? redirect(MAP) : null),
  },
  home,
  { path: '*', Component: NotFound },
]

/** Made when the page has looked at the stored session, since the first loader runs at once. */
export function router() {
  return createBrowserRouter([{ ErrorBoundary: ErrorPage, HydrateFallback: Loading, children: routes }])
}
