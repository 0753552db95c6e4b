import { MESSAGES } from '@samudra/contract/wire/messages'

export function Loading() {
  return (
    <div className="fallback" role="status">
      {MESSAGES.loading}
    </div>
  )
}
