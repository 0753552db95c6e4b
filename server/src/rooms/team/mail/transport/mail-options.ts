/** Domain of addresses of an installation that is not reached from outside; `internal` is reserved for that by ICANN (2024). */
export const MAIL_DOMAIN = 'centre.internal'

/** Server that takes mail to addresses of other domains. */
export type MailRelay = {
  host: string
  port: number
  /** `wrapped` from the first byte; `required` and `offered` by STARTTLS; `off` in the clear. */
  tls: 'wrapped' | 'required' | 'offered' | 'off'
  login: { user: string; password: string } | null
}

/** Ways of mail in and out of an installation. */
export type MailOptions = {
  /** Domain of the users' addresses. */
  domain: string
  smtp: { host: string; port: number } | null
  lmtp: { path: string } | { host: string; port: number } | null
  relay: MailRelay | null
  /** Addresses of this machine and its database that accounts of users may call. */
  hosts: string[]
  /** Key with which outgoing mail is signed. */
  dkim: { domain: string; selector: string; privateKey: string } | null
}
