import { readFileSync } from 'node:fs'
import { sentenceOf, StartFailure } from './platform/kernel/http/errors.ts'
import { MAIL_DOMAIN, type MailOptions, type MailRelay } from './rooms/team/mail/transport/mail-options.ts'

/** Options of mail to and from other servers. */
export const MAIL_OPTIONS = [
  ['mail-domain', 'MAIL_DOMAIN', 'DOMAIN', `domain of the users' mail addresses (${MAIL_DOMAIN})`],
  ['smtp', 'SMTP', 'HOST:PORT', 'address at which mail of other servers is received by SMTP (none)'],
  [
    'lmtp',
    'LMTP',
    'PATH',
    'socket file, or host:port, at which a mail server of this centre delivers by LMTP (none)',
  ],
  [
    'mail-relay',
    'MAIL_RELAY',
    'URL',
    'server that takes mail to other addresses: smtp://host:587, with ?tls=required, or smtps://host:465; a user and a password come with --mail-relay-login (none)',
  ],
  [
    'mail-relay-login',
    'MAIL_RELAY_LOGIN',
    'FILE',
    'file with the user and the password of --mail-relay, one a line',
  ],
  [
    'mail-hosts',
    'MAIL_HOSTS',
    'ADDRESS,…',
    'addresses or networks of this machine, or of the database, that mail accounts of users may call (none)',
  ],
  ['dkim-key', 'DKIM_KEY', 'FILE', 'private key in PEM with which outgoing mail is signed (none)'],
  ['dkim-selector', 'DKIM_SELECTOR', 'NAME', 'name under which its public key stands in the DNS (samudra)'],
] as const
type MailOption = (typeof MAIL_OPTIONS)[number][0]
type Value = (name: MailOption) => string | undefined

/** Reads how mail goes in and out. Throws a StartFailure that names the option. */
export function mailOptionsIn(value: Value): MailOptions {
  const domain = (value('mail-domain') ?? MAIL_DOMAIN).toLowerCase()
  if (!/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9][a-z0-9-]{0,62})+$/.test(domain))
    throw new StartFailure(`--mail-domain is ${domain}; a domain looks like mail.centre.example.`)
  const [smtp, lmtp] = [value('smtp'), value('lmtp')]
  return {
    domain,
    smtp: smtp === undefined ? null : hostAndPort('smtp', smtp),
    lmtp: lmtp === undefined ? null : lmtp.includes('/') ? { path: lmtp } : hostAndPort('lmtp', lmtp),
    relay: relayIn(value),
    hosts:
      value('mail-hosts')
        ?.split(',')
        .map((one) => one.trim()) ?? [],
    dkim: dkimIn(value, domain),
  }
}

function hostAndPort(name: MailOption, text: string): { host: string; port: number } {
  const found = /^(?<host>\[[0-9a-f:.]+\]|[^\s:[\]]+):(?<port>\d{1,5})$/i.exec(text)?.groups
  const port = Number(found?.['port'])
  if (found === undefined || port > 65_535)
    throw new StartFailure(`--${name} is ${text}; it is HOST:PORT, as 0.0.0.0:25.`)
  return { host: found['host']!.replaceAll(/[[\]]/g, ''), port }
}

function relayIn(value: Value): MailRelay | null {
  const [text, login] = [value('mail-relay'), value('mail-relay-login')]
  if (text === undefined) {
    if (login !== undefined)
      throw new StartFailure('--mail-relay-login is for --mail-relay; name that server, too.')
    return null
  }
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new StartFailure(
      '--mail-relay is no address of a mail server; it looks like smtp://mail.example:587.',
    )
  if (url.username !== '' || url.password !== '')
    throw new StartFailure(
      '--mail-relay holds a login; put it into a file and name that with --mail-relay-login.',
    )
  const tls = url.searchParams.get('tls') ?? 'offered'
  if (tls !== 'required' && tls !== 'offered' && tls !== 'off')
    throw new StartFailure(`--mail-relay has tls=${tls}; it is required, offered or off.`)
  const isTls = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: url.port === '' ? (isTls ? 465 : 25) : Number(url.port),
    tls: isTls ? 'wrapped' : tls,
    login: login === undefined ? null : loginIn(login),
  }
}

function loginIn(file: string): { user: string; password: string } {
  const [user = '', password = ''] = fileOf('mail-relay-login', file).split(/\r?\n/)
  if (user === '' || password === '')
    throw new StartFailure(
      `--mail-relay-login: ${file} has a user on its first line and a password on its second.`,
    )
  return { user, password }
}

function dkimIn(value: Value, domain: string): MailOptions['dkim'] {
  const [file, selector] = [value('dkim-key'), value('dkim-selector')]
  if (file === undefined) {
    if (selector !== undefined)
      throw new StartFailure('--dkim-selector is for --dkim-key; name that file, too.')
    return null
  }
  const privateKey = fileOf('dkim-key', file)
  if (!privateKey.includes('PRIVATE KEY'))
    throw new StartFailure(`--dkim-key: ${file} holds no private key in PEM.`)
  return { domain, selector: selector ?? 'samudra', privateKey }
}

function fileOf(name: MailOption, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartFailure(`--${name}: ${sentenceOf(error)}`)
  }
}
