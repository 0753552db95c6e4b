import { getMail, getMails, sendMail, unreadMails } from '@samudra/contract/mail-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'

let server: TestServer
let [asha, ben]: Awaited<ReturnType<typeof aUser>>[] = []
beforeAll(async () => {
  server = await aServer()
  asha = await aUser(server, 'asha.menon')
  ben = await aUser(server, 'ben')
})
afterAll(() => server.close())

test('a mail between users is in the inbox of the other after the time to undo it', async () => {
  const sent = await asha!.call(sendMail, {
    to: ['ben'],
    subject: 'Watch report',
    body: '<p>All <b>quiet</b> since 04:00.</p><script>alert(1)</script>',
  })
  expect(sent).toMatchObject({
    state: 'QUEUED',
    folder: 'Sent',
    to: [{ address: 'ben@centre.internal', mailbox: 'test-ben' }],
  })
  await expect
    .poll(async () => (await ben!.call(getMails, {})).items, { timeout: 15_000 })
    .toMatchObject([
      { subject: 'Watch report', from: { name: 'asha.menon' }, preview: 'All quiet since 04:00.', flags: [] },
    ])
  const [row] = (await ben!.call(getMails, {})).items
  expect(await ben!.call(unreadMails, {})).toMatchObject({ count: 1 })
  const mail = await ben!.call(getMail, { id: row!.id })
  expect(mail.body).toBe('<p>All <b>quiet</b> since 04:00.</p>')
  expect(await ben!.call(unreadMails, {})).toMatchObject({ count: 0 })
  expect(await server.raw(getMail, { id: row!.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await asha!.call(getMail, { id: sent.id })).toMatchObject({
    state: 'SENT',
    deliveries: [{ state: 'SENT' }],
  })
})
