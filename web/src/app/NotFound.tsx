import { MESSAGES } from '@samudra/contract/wire/messages'
import { Plain } from './Plain.tsx'

export function NotFound({ isInside = false }: { isInside?: boolean }) {
  return (
    <Plain title="Page not found" text="There is no screen at this address." isInside={isInside}>
      <a className="plain-link" href="/">
        {MESSAGES.goHome}
      </a>
    </Plain>
  )
}
