import { MESSAGES } from '@samudra/contract/wire/messages'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { forgetShown } from '../store/persist.ts'
import { NotFound } from './NotFound.tsx'
import { Plain } from './Plain.tsx'

/** How long the body keeps its loading mark under this page. */
const LOADING_MS = 500

export function ErrorPage() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isMissing) forgetShown()
    const timer = setTimeout(() => document.body.classList.remove('loading'), LOADING_MS)
    return () => clearTimeout(timer)
  }, [isMissing])
  if (isMissing) return <NotFound />
  return (
    <Plain title={MESSAGES.renderError} text="The screen could not be drawn. What you had saved is safe.">
      <a className="plain-link" href="/">
        {MESSAGES.goHome}
      </a>
    </Plain>
  )
}
