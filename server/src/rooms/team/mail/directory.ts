import { DUTY_ROLES, type DutyRole } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import type { MailAddress } from '@samudra/contract/mail'
import addressParser from 'nodemailer/lib/addressparser'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { members, users, type Audience } from '../../../platform/kernel/http/audience.ts'
import { accountById } from './account/mail-accounts.sql.ts'
import type { Box } from './box.ts'
import type { MailRoom } from './mail.ts'
import type { HeaderAddress } from './reading/indexed-mail.ts'

type Directory = Pick<MailRoom, 'identity' | 'domain' | 'duties'>
type OwnBoxes = Pick<MailRoom, 'domain' | 'duties' | 'accountsOf'>

const isRole = (id: string): id is DutyRole => (DUTY_ROLES as readonly string[]).includes(id)
/** Returns whether a mailbox is of a user, not of a duty role. */
export const isUserBox = (id: string): boolean => !isRole(id) && !isAccountBox(id)
/** First letters of the ids of accounts on other servers, which name their mailboxes. */
export const ACCOUNT_PREFIX = 'account-'
export const isAccountBox = (id: string): boolean => id.startsWith(ACCOUNT_PREFIX)
/** Local part of a user; `=` is in no user name, so it stands for `@`. */
const localPartOf = (username: string) => username.toLowerCase().replaceAll('@', '=')
const localPartOfRole = (role: DutyRole) => role.toLowerCase().replaceAll('_', '-')
const ROLE_OF = new Map(DUTY_ROLES.map((role) => [localPartOfRole(role), role]))

export const userBox = (domain: string, id: string, username: string): Box => ({
  id,
  kind: 'USER',
  name: username,
  address: `${localPartOf(username)}@${domain}`,
})
export const roleBox = (domain: string, role: DutyRole): Box => ({
  id: role,
  kind: 'DUTY_ROLE',
  name: DUTY_ROLE_LABELS[role],
  address: `${localPartOfRole(role)}@${domain}`,
})

/** Returns the mailboxes of a caller: the own one, those of the duties of the moment, and those of accounts elsewhere. */
export async function boxesOf({ domain, duties, accountsOf }: OwnBoxes, caller: Caller): Promise<Box[]> {
  const own = (await duties()).filter(({ userId }) => userId === caller.userId)
  const roles = DUTY_ROLES.filter((role) => own.some((duty) => duty.role === role))
  return [
    userBox(domain, caller.userId, caller.username),
    ...roles.map((role) => roleBox(domain, role)),
    ...(await accountsOf(caller.userId)),
  ]
}

/** Returns a mailbox of a caller, the own one unless named. Throws FORBIDDEN. */
export async function boxOf(room: OwnBoxes, caller: Caller, id?: string): Promise<Box> {
  const own = userBox(room.domain, caller.userId, caller.username)
  if (id === undefined || id === own.id) return own
  const box = isUserBox(id) ? undefined : (await boxesOf(room, caller)).find((one) => one.id === id)
  if (box !== undefined) return box
  throw new OperationError(
    'FORBIDDEN',
    isRole(id)
      ? `Only the user on duty as ${DUTY_ROLE_LABELS[id].toLowerCase()} may open this mailbox.`
      : 'Only its owner may open this mailbox.',
  )
}

/** Members of a mailbox, as pushes go to them. */
export const audienceOfBox = (mailbox: string): Audience =>
  isUserBox(mailbox) ? users(mailbox) : members('mailbox', mailbox)
/** Returns the users of the mailbox of a duty role or account now, for pushes to it. */
export async function membersOfBox(
  { duties, db }: Pick<MailRoom, 'duties' | 'db'>,
  box: string,
): Promise<string[]> {
  if (isAccountBox(box)) {
    const account = await accountById(db, box)
    return account === undefined ? [] : [account.user_id]
  }
  return (await duties()).filter((duty) => duty.role === box).map(({ userId }) => userId)
}

/** Returns the mailboxes behind addresses, by address in lower case; outside and unknown addresses are left out. */
export async function boxesAt(room: Directory, addresses: readonly string[]): Promise<Map<string, Box>> {
  const locals = addresses.flatMap((one) => {
    const address = one.toLowerCase()
    const at = address.lastIndexOf('@')
    return address.slice(at + 1) === room.domain ? [address.slice(0, at)] : []
  })
  const found = new Map<string, Box>()
  for (const local of locals) {
    const role = ROLE_OF.get(local)
    if (role !== undefined) found.set(`${local}@${room.domain}`, roleBox(room.domain, role))
  }
  const names = [...new Set(locals)]
    .filter((local) => !ROLE_OF.has(local))
    .map((one) => one.replaceAll('=', '@'))
  for (const { id, username } of names.length === 0 ? [] : await room.identity.accountsByName(names)) {
    const box = userBox(room.domain, id, username)
    found.set(box.address, box)
  }
  return found
}

/** Returns addresses with the mailboxes behind them. */
export const withBoxes = (boxes: ReadonlyMap<string, Box>, some: readonly HeaderAddress[]): MailAddress[] =>
  some.map(({ name, address }) => {
    const box = boxes.get(address.toLowerCase())
    return { name: name || (box?.name ?? ''), address, mailbox: box?.id ?? null }
  })

const ADDRESS = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/u
/** Returns the recipients that texts name: addresses, user names, duty roles, and members of `group:<id>`. */
export async function recipientsIn(
  room: Directory,
  texts: readonly string[],
): Promise<{ found: MailAddress[]; unknown: string[] }> {
  const groups = texts.some((one) => one.startsWith('group:')) ? await room.identity.groups() : []
  const unknown: string[] = []
  const named: HeaderAddress[] = []
  for (const text of texts) {
    if (!text.startsWith('group:')) {
      for (const one of addressParser(text, { flatten: true })) named.push(completed(room.domain, one))
      continue
    }
    const group = groups.find(({ id }) => id === text.slice('group:'.length))
    if (group === undefined) unknown.push(text)
    else
      for (const { id, username } of await room.identity.accountsById(group.members))
        named.push(userBox(room.domain, id, username))
  }
  const boxes = await boxesAt(
    room,
    named.map(({ address }) => address),
  )
  const all = withBoxes(boxes, named)
  const found = new Map<string, MailAddress>()
  for (const one of all) {
    const isLocal = one.address.toLowerCase().endsWith(`@${room.domain}`)
    if (!ADDRESS.test(one.address) || one.address.length > 320 || (isLocal && one.mailbox === null))
      unknown.push(one.address || one.name)
    else found.set(one.address.toLowerCase(), one)
  }
  return { found: [...found.values()], unknown }
}

/** A name without a domain is a user or duty role of this installation. */
function completed(
  domain: string,
  { name = '', address = '' }: { name?: string; address?: string },
): HeaderAddress {
  const text = (address || name).trim()
  if (text.endsWith(`@${domain}`) || /@[^@\s]+\.[^@\s]+$/.test(text))
    return { name: address === '' ? '' : name, address: text }
  return { name: '', address: text === '' ? '' : `${localPartOf(text)}@${domain}` }
}
