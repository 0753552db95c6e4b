import type { MailAccount } from '@samudra/contract/mail-accounts'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { Ago } from '../../../../kit/text/Ago.tsx'

/** Connection of an account with its server: the last synchronisation, or why there is none. */
export function AccountState({ account: { state, why, synced_at } }: { account: MailAccount }) {
  const last = synced_at !== null && (
    <>
      last synchronised <Ago at={synced_at} />
    </>
  )
  if (state === 'FAILED')
    return (
      <span className="mail-account-state" data-tone="bad">
        <IconAlertTriangle size={14} aria-hidden />
        <span>
          {why}
          {last !== false && <span className="dim"> ({last})</span>}
        </span>
      </span>
    )
  if (state === 'CONNECTING')
    return (
      <span className="mail-account-state dim">
        <IconRefresh size={14} aria-hidden /> <span>Connecting</span>
      </span>
    )
  return (
    <span className="mail-account-state dim">
      <IconCircleCheck size={14} aria-hidden /> <span>Connected{last !== false && <>, {last}</>}</span>
    </span>
  )
}
