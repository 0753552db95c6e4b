import { MESSAGES } from '@samudra/contract/wire/messages'
import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Unfetched } from '../kit/pages/fetch-code.ts'
import { forgetShown } from '../store/persist.ts'
import { NotFound } from './NotFound.tsx'
import { Plain } from './Plain.tsx'

/** Time for which the body has its loading mark under this page, ms. */
const LOADING_MS = 500

export function ErrorPage() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    // Where code could not be fetched, what was shown is not the cause.
    if (!isMissing && !(error instanceof Unfetched)) forgetShown()
    const timer = setTimeout(() => document.body.classList.remove('loading'), LOADING_MS)
    return () => clearTimeout(timer)
  }, [error, isMissing])
  if (isMissing) return <NotFound />
  return (
    <Plain title={MESSAGES.renderError} text="The screen could not be displayed. Your saved work is safe.">
      <a className="plain-link" href="/">
        {MESSAGES.goHome}
      </a>
    </Plain>
  )
}
