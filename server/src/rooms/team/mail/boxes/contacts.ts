import { DUTY_ROLES } from '@samudra/contract/duties'
import type { getMailContacts } from '@samudra/contract/mail-boxes'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { roleBox, userBox } from '../directory.ts'
import type { MailRoom } from '../mail.ts'
import { contactsOf } from './mailbox-texts.sql.ts'

type Contacts = Extract<ReturnType<typeof getMailContacts.output>, { ok: true }>['value']['items']
type Kind = Contacts[number]['kind']

const USUAL = 50

/** Returns recipients by the begin of a name: duty roles, groups, outside addresses and users. */
export async function contactsFor(
  room: MailRoom,
  caller: Caller,
  {
    q = '',
    kind,
    limit = USUAL,
  }: { q?: string | undefined; kind?: Kind | undefined; limit?: number | undefined },
): Promise<Contacts> {
  const prefix = q.trim().toLowerCase()
  const wants = (one: Kind) => kind === undefined || kind === one
  const begins = (...texts: string[]) =>
    texts.some((text) => text.toLowerCase().startsWith(prefix) || text.toLowerCase().includes(` ${prefix}`))
  const found: Contacts = []
  if (wants('DUTY_ROLE')) {
    const duties = await room.duties()
    for (const role of DUTY_ROLES) {
      const { name, address } = roleBox(room.domain, role)
      const count = duties.filter((duty) => duty.role === role).length
      if (begins(name, address)) found.push({ kind: 'DUTY_ROLE', id: role, name, address, count })
    }
  }
  if (wants('GROUP'))
    for (const { id, name, members } of await room.identity.groups())
      if (begins(name)) found.push({ kind: 'GROUP', id, name, address: `group:${id}`, count: members.length })
  if (wants('OUTSIDE'))
    for (const { id, name, address } of await contactsOf(room.db, caller.userId, prefix, limit))
      found.push({ kind: 'OUTSIDE', id, name, address, count: 1 })
  if (wants('USER'))
    for (const { id, username } of await room.identity.accountPage({
      offset: 0,
      limit,
      prefix,
      isActive: true,
    })) {
      const { name, address } = userBox(room.domain, id, username)
      found.push({ kind: 'USER', id, name, address, count: 1 })
    }
  return found.slice(0, limit)
}
