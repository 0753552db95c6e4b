import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DOVECOT = '/usr/sbin/dovecot'
const POSTFIX = '/usr/sbin/postfix'
/** Password of every user of the other server. */
export const PEER_PASSWORD = 'peer-password'
export const PEER_DOMAIN = 'other.example'

/** Reason why Dovecot and Postfix cannot run here; null when they can. */
export const whyNoMailPeers = (): string | null =>
  [DOVECOT, POSTFIX].some((file) => !existsSync(file))
    ? 'dovecot and postfix are not installed'
    : process.getuid?.() === 0
      ? null
      : 'dovecot and postfix need root'

export type MailPeers = {
  /** Folder of both; mailboxes are in `mail`, one Maildir for each user. */
  folder: string
  imapPort: number
  smtpPort: number
  /** Log of both, for a test that failed. */
  log(): string
  stop(): Promise<void>
}

/**
 * Starts Postfix and Dovecot for the domain `other.example` on loopback, with folders of their own. Mail to `ourDomain`
 * goes to `ourPort`. Every user name has a mailbox and the password `PEER_PASSWORD`.
 */
export async function startMailPeers(our: { domain: string; port: number }): Promise<MailPeers> {
  const folder = mkdtempSync(path.join(tmpdir(), 'samudra-mail-peers-'))
  chmodSync(folder, 0o755)
  const [imapPort, smtpPort] = [await freePort(), await freePort()]
  const dovecot = startDovecot(folder, imapPort)
  startPostfix(folder, smtpPort, our)
  const logs = ['dovecot.log', 'postfix.log'].map((name) => path.join(folder, name))
  const log = () => logs.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n')
  const peers = {
    folder,
    imapPort,
    smtpPort,
    log,
    stop: async () => {
      spawnSync(POSTFIX, ['-c', path.join(folder, 'postfix'), 'stop'])
      dovecot.kill('SIGTERM')
      await ended(dovecot)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await Promise.all([accepts(imapPort), accepts(smtpPort)])
  } catch (error) {
    const text = log()
    await peers.stop()
    throw new Error(`the mail peers did not start: ${text.slice(-3000)}`, { cause: error })
  }
  return peers
}

function startDovecot(folder: string, imapPort: number): ChildProcess {
  const mail = path.join(folder, 'mail')
  mkdirSync(mail)
  const [uid, gid] = [idOf('-u'), idOf('-g')]
  chownSync(mail, uid, gid)
  const file = path.join(folder, 'dovecot.conf')
  const folderOf = (name: string, use: string) =>
    `  mailbox ${name} {\n auto = subscribe\n special_use = \\${use}\n }\n`
  writeFileSync(
    file,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${mail}/%n
namespace inbox {
  inbox = yes
${folderOf('Sent', 'Sent')}${folderOf('Drafts', 'Drafts')}${folderOf('Trash', 'Trash')}${folderOf('Junk', 'Junk')}${folderOf('Archive', 'Archive')}}
passdb {
  driver = static
  args = password=${PEER_PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mail}/%n allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  unix_listener ${folder}/lmtp {
    mode = 0666
  }
}
service auth {
  unix_listener ${folder}/sasl {
    mode = 0666
  }
}
protocol lmtp {
  auth_username_format = %n
  postmaster_address = postmaster@${PEER_DOMAIN}
}
`,
  )
  return spawn(DOVECOT, ['-F', '-c', file], { stdio: 'ignore' })
}

/** Uid or gid of the user that owns the mailboxes. */
const idOf = (flag: '-u' | '-g') => Number(spawnSync('id', [flag, 'mail']).stdout.toString())

function startPostfix(folder: string, port: number, our: { domain: string; port: number }) {
  const conf = path.join(folder, 'postfix')
  const [queue, data] = [path.join(folder, 'queue'), path.join(folder, 'data')]
  for (const one of [conf, queue, data]) mkdirSync(one)
  const postfix = Number(spawnSync('id', ['-u', 'postfix']).stdout.toString())
  chownSync(data, postfix, 0)
  writeFileSync(
    path.join(conf, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.${PEER_DOMAIN}
mydestination =
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = ${PEER_DOMAIN}
virtual_mailbox_maps = static:all
virtual_transport = lmtp:unix:${folder}/lmtp
transport_maps = inline:{ { ${our.domain} = smtp:[127.0.0.1]:${our.port} } }
smtp_dns_support_level = disabled
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${folder}/sasl
smtpd_recipient_restrictions = permit_sasl_authenticated, permit_mynetworks, reject
minimal_backoff_time = 5s
queue_run_delay = 5s
default_privs = nobody
message_size_limit = 100000000
virtual_mailbox_limit = 0
mailbox_size_limit = 0
alias_maps =
`,
  )
  const service = (name: string, command = name, wakeup = '-') => `${name} unix - - n ${wakeup} - ${command}`
  writeFileSync(
    path.join(conf, 'master.cf'),
    [
      `127.0.0.1:${port} inet n - n - - smtpd`,
      'postlog unix-dgram n - n - 1 postlogd',
      'pickup unix n - n 60 1 pickup',
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      service('tlsmgr', 'tlsmgr', '1000?'),
      service('rewrite', 'trivial-rewrite'),
      'bounce unix - - n - 0 bounce',
      'defer unix - - n - 0 bounce',
      'trace unix - - n - 0 bounce',
      'flush unix n - n 1000? 0 flush',
      'proxymap unix - - n - - proxymap',
      service('smtp'),
      service('error'),
      service('retry', 'error'),
      service('discard'),
      service('lmtp'),
      'anvil unix - - n - 1 anvil',
      'scache unix - - n - 1 scache',
      '',
    ].join('\n'),
  )
  const { status, stderr } = spawnSync(POSTFIX, ['-c', conf, 'start'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`postfix did not start: ${stderr}`)
}

/** Returns an unused port. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

async function accepts(port: number) {
  const end = Date.now() + 15_000
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => (socket.destroy(), resolve(true)))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    if (Date.now() > end) throw new Error(`port ${port} is silent`)
    await sleep(50)
  }
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve()
