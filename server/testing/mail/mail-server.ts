import { getMails, sendMail } from '@samudra/contract/mail-calls'
import type { MailRow } from '@samudra/contract/mail'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'

export type MailUser = Awaited<ReturnType<typeof aUser>>

/** Server with users who have mailboxes; mails are sent without time to undo them. */
export async function aMailServer(settings: Record<string, unknown> = { 'mail.undo_s': 0 }) {
  const server = await aServer()
  const asha = await aUser(server, 'asha.menon')
  const ben = await aUser(server, 'ben')
  await changeSettings(server, settings)
  return { server, asha, ben, call: server.call }
}

export async function changeSettings({ call }: Pick<TestServer, 'call'>, changes: Record<string, unknown>) {
  const { version } = await call(getAdminSettings, {})
  await call(updateAdminSettings, { changes: changes as never, expected_version: version })
}

/** Returns the mails of a folder. */
export const mailsIn = async (user: MailUser, folder = 'Inbox'): Promise<MailRow[]> =>
  (await user.call(getMails, { folder })).items

/** Sends a mail and returns it as it lies in the inbox of its receiver. */
export async function deliver(
  from: MailUser,
  to: MailUser,
  mail: { subject: string; [field: string]: unknown },
): Promise<MailRow> {
  await from.call(sendMail, mail)
  return arrived(to, mail.subject)
}

/** Returns the mail with a subject when it has arrived. */
export async function arrived(user: MailUser, subject: string, folder = 'Inbox'): Promise<MailRow> {
  let found: MailRow | undefined
  await until(async () => {
    found = (await mailsIn(user, folder)).find((one) => one.subject === subject)
    return found !== undefined
  }, `the mail ${subject} arrives`)
  return found!
}
