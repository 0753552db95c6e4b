/**
 * Script of the landing page for visitors. The page is prerendered, so it only shows whether the picture is live. It
 * loads the application when a message waits or a user is signed in.
 */
import { fetchCode, UNFETCHED_WORDS } from '../../kit/pages/fetch-code.ts'
import { CARRIED } from '../../kit/pages/carried.ts'
import { PALETTE_STORED } from '../../kit/theme/palette-stored.ts'
import { hasSessionCookie } from '../../wire/session-cookie.ts'
import { showServiceState } from '../service-state.ts'

const palette = localStorage.getItem(PALETTE_STORED)
if (palette === 'day' || palette === 'dusk' || palette === 'night')
  for (const element of [document.documentElement, document.body]) element.dataset['palette'] = palette

const application = document.querySelector<HTMLElement>('[data-application]')?.dataset['application']
if (application !== undefined && (hasSessionCookie() || sessionStorage.getItem(CARRIED) !== null))
  fetchCode(() => import(/* @vite-ignore */ application)).catch(() => {
    const state = document.querySelector<HTMLElement>('.landing-state')
    if (state !== null) state.textContent = `${UNFETCHED_WORDS.title}. Reload the page.`
  })
else {
  const state = document.querySelector<HTMLElement>('.landing-state')
  if (state !== null) showServiceState(state)
}
