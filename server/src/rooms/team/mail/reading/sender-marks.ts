import { DUTY_ROLES } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import type { AuthenticationVerdict, MailMark } from '@samudra/contract/mail'
import type { MailRoom } from '../mail.ts'
import type { MailIndex } from './indexed-mail.ts'

/** Returns warnings about the sender of a mail from outside. */
export async function senderMarks(
  { identity, domain }: Pick<MailRoom, 'identity' | 'domain'>,
  { from }: Pick<MailIndex, 'from'>,
  verdict: AuthenticationVerdict | null,
): Promise<MailMark[]> {
  const marks: MailMark[] = []
  const address = from.address.toLowerCase()
  const name = from.name.trim()
  const users =
    name === '' || name.length > 64 ? [] : await identity.accountsByName([name, name.replaceAll(' ', '.')])
  const why = lookAlike({ name, address, domain, isUser: users.length > 0 })
  if (why !== null) marks.push({ kind: 'LOOK_ALIKE', text: why })
  const failed = (['dmarc', 'dkim', 'spf'] as const).filter((check) => verdict?.[check] === 'fail')
  if (failed.length > 0)
    marks.push({
      kind: 'FAILED_AUTHENTICATION',
      text: `The sender is not proven: ${failed.map((one) => one.toUpperCase()).join(', ')} failed.`,
    })
  return marks
}

/** Returns why a sender resembles another; null where none does. */
export function lookAlike(sender: {
  name: string
  address: string
  domain: string
  isUser: boolean
}): string | null {
  const { name, address, domain, isUser } = sender
  const ofSender = address.slice(address.lastIndexOf('@') + 1)
  const named = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+\.[a-z]{2,}/i.exec(name)?.[0].toLowerCase()
  if (named !== undefined && named !== address)
    return `The name of the sender shows the address ${named}, but the mail came from ${address}.`
  if (ofSender === domain) return `The mail came from outside with an address of this centre, ${address}.`
  const isRole = DUTY_ROLES.some((role) => skeleton(DUTY_ROLE_LABELS[role]) === skeleton(name))
  if (isUser || isRole)
    return `The sender has the name ${name} of this centre, but the outside address ${address}.`
  if (skeleton(ofSender) === skeleton(domain) || isNear(ofSender, domain))
    return `The address ${address} resembles those of ${domain}.`
  return hasMixedScripts(ofSender) ? `The address ${address} mixes letters of several scripts.` : null
}

/** Letters that look like others. */
const ALIKE: readonly [RegExp, string][] = [
  [/[аɑα]/g, 'a'],
  [/[её]/g, 'e'],
  [/[оοσ0]/g, 'o'],
  [/[рρ]/g, 'p'],
  [/[сϲ]/g, 'c'],
  [/[хχ]/g, 'x'],
  [/[уγ]/g, 'y'],
  [/[іїι1l|!]/g, 'i'],
  [/[ѕ5$]/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]
const skeleton = (text: string) =>
  ALIKE.reduce(
    (done, [letters, by]) => done.replace(letters, by),
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[\s.-]+/g, ''),
  )

/** Returns whether two domains differ by one letter. */
function isNear(one: string, other: string): boolean {
  if (one === other || Math.min(one.length, other.length) < 6 || Math.abs(one.length - other.length) > 1)
    return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const rest = (text: string, from: number) => text.slice(from)
  return (
    rest(one, at + 1) === rest(other, at + 1) ||
    rest(one, at + 1) === rest(other, at) ||
    rest(one, at) === rest(other, at + 1) ||
    (one[at] === other[at + 1] && one[at + 1] === other[at] && rest(one, at + 2) === rest(other, at + 2))
  )
}

const hasMixedScripts = (text: string) =>
  /[a-z]/i.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)
