import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import '../kit/fonts.css'
import '../kit/tokens.css'
import '../kit/palette.ts'
import { showCarriedToast } from '../kit/toasts.ts'
import { dropExpiredAtStart } from '../wire/session.ts'
import { Toasts } from './Toasts.tsx'
import { router } from './routes.tsx'

dropExpiredAtStart()
showCarriedToast()

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root element')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router()} />
    <Toasts />
  </StrictMode>,
)
