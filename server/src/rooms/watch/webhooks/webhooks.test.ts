import { getRuleResults } from '@samudra/contract/rule-results'
import { createRule } from '@samudra/contract/rule-keeping'
import {
  addWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  testWebhook,
  updateWebhook,
} from '@samudra/contract/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { aHit, centreOfEachTest, hurry } from '../../../../testing/seas/alerts.ts'
import { Outside, signatureOf } from '../../../../testing/servers/outside.ts'
import { storedResults } from '../../../../testing/seas/results.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { waitAfter } from './deliver.ts'
import { post } from './webhook-post.ts'

const SECRET = 'a secret of many signs and words'
let outside: Outside
beforeEach(async () => {
  outside = await Outside.open()
})
afterEach(() => outside.close())
let server: TestServer
let clock: Clock
let putOn: (ms: number) => void
centreOfEachTest((centre) => ({ server, clock, putOn } = centre))

const declared = (more: object = {}) =>
  server.call(addWebhook, { name: 'Coast guard', url: outside.url, secret: SECRET, is_local: true, ...more })
const deliveriesOf = async (id: string) => (await server.call(getWebhookDeliveries, { id })).items

/** A rule that calls a webhook found a ship. */
async function found(webhook: string, more: Parameters<typeof aHit>[1] = {}) {
  const rule = await server.call(createRule, { ...SLOW, actions: [{ do: 'WEBHOOK', id: webhook }] })
  const hit = aHit(clock.now(), { rule_id: rule.id, rule_version: 1, ...more })
  await storedResults(server.database.db, [hit])
  await storedResults(server.database.db, [{ ...hit, again: 1 }])
  return { rule, hit }
}
/** Has everything done that waits, until it stands as is claimed: three jobs, one after the other. */
const goOn = (claim: () => Promise<boolean> | boolean) =>
  until(
    async () => {
      for (const job of ['alerts.raise', 'actions.do', 'webhooks.send']) await hurry(server, job)
      return claim()
    },
    'what waits is done',
    90,
  )

test('a hit is sent to the webhook of its rule once, signed with a secret no user can read', async () => {
  const webhook = await declared()
  expect(JSON.stringify(await server.call(getWebhooks, {}))).not.toContain(SECRET)
  const [began_at, ended_at] = [clock.now() - 3_600_000, clock.now() - 60_000]
  const { rule, hit } = await found(webhook.id, { status: 'CLEARED', began_at, ended_at })
  await goOn(async () => (await deliveriesOf(webhook.id))[0]?.state === 'SENT')
  const [got] = outside.got
  expect(got!.headers['webhook-signature']).toBe(signatureOf(got!, SECRET))
  expect(Math.abs(Number(got!.headers['webhook-timestamp']) - clock.now() / 1000)).toBeLessThan(60)
  expect(JSON.parse(got!.body)).toMatchObject({
    type: 'rule.hit',
    rule: { id: rule.id, name: 'Slow vessels' },
    ships: [{ mmsi: '419000001', split_id: 0 }],
    position: { latitude: 10, longitude: 72 },
    began_at: new Date(began_at).toISOString(),
    ended_at: new Date(ended_at).toISOString(),
    known_at: new Date(hit.known_at).toISOString(),
  })
  const [result] = (await server.call(getRuleResults, { id: rule.id })).items
  expect(result!.deeds).toMatchObject([{ state: 'DONE', why: 'taken' }])
  await storedResults(server.database.db, [{ ...hit, again: 2 }])
  await goOn(async () => (await server.call(getRuleResults, { id: rule.id })).items[0]!.again === 2)
  expect(outside.got).toHaveLength(1)
  expect((await server.call(getWebhooks, {})).items).toMatchObject([{ waiting: 0, failed_7d: 0 }])
})

test('a failed delivery is retried later with the same id and content and the current secret', async () => {
  const webhook = await declared()
  outside.answer = (response) => response.writeHead(503).end()
  const { rule, hit } = await found(webhook.id)
  await goOn(() => outside.got.length === 1)
  await goOn(async () => (await deliveriesOf(webhook.id))[0]!.why === 'it answered 503')
  const [waiting] = await deliveriesOf(webhook.id)
  expect(waiting).toMatchObject({ id: `${hit.id}.0`, state: 'WAITS', tries: 1, status: 503 })
  const actionsOf = async () => (await server.call(getRuleResults, { id: rule.id })).items[0]!.deeds
  expect(await actionsOf()).toMatchObject([{ state: 'WAITS', why: 'not delivered yet: it answered 503' }])
  const [early] = [outside.got.length]
  outside.answer = (response) => response.writeHead(200).end('thanks')
  const other = `${SECRET}, another`
  await server.call(updateWebhook, { id: webhook.id, expected_version: 1, secret: other })
  putOn(waitAfter(1))
  await goOn(async () => (await deliveriesOf(webhook.id))[0]!.state === 'SENT')
  expect(early).toBe(1)
  const [first, second] = outside.got
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  expect(second!.headers['webhook-signature']).toBe(signatureOf(second!, other))
  expect([1, 2, 9, 13].map(waitAfter)).toEqual([10_000, 20_000, 2_560_000, 3_600_000])
})

test('a redirect is not followed, and a silent receiver is awaited for ten seconds at most', async () => {
  const webhook = await declared()
  outside.answer = (response) => response.writeHead(302, { location: outside.url }).end()
  const tried = await server.call(testWebhook, { id: webhook.id })
  expect(tried).toMatchObject({
    ok: false,
    status: 302,
    why: expect.stringContaining('redirects are not followed'),
  })
  expect(outside.got).toHaveLength(1)
  outside.answer = () => undefined
  const reach = { refuses: () => null, lookup: (await import('node:dns')).lookup }
  const silent = await post(outside.url, { body: '{}', headers: {} }, reach, 300)
  expect(silent).toEqual({ ok: false, status: null, why: 'no answer within 0.3 s' })
  outside.answer = (response) => {
    response.writeHead(200)
    const more = () => void (response.write('x'.repeat(65_536)) && setImmediate(more))
    response.on('drain', more)
    more()
  }
  expect(await server.call(testWebhook, { id: webhook.id })).toMatchObject({ ok: true, status: 200 })
})

test('a delivery error is reported in words', async () => {
  const webhook = await declared({ url: 'http://127.0.0.1:9/hook' })
  expect(await server.call(testWebhook, { id: webhook.id })).toMatchObject({
    ok: false,
    status: null,
    why: 'nothing listens there; check the address and port',
  })
})

test('only webhooks marked as local by an administrator call this machine and the local link', async () => {
  const here = { name: 'x', secret: SECRET, url: outside.url }
  for (const url of [outside.url, 'http://localhost:9/', 'http://[::1]:9/', 'http://169.254.169.254/latest'])
    expect(await server.raw(addWebhook, { ...here, url, is_local: false })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'url', why: expect.stringContaining('marked as local') }],
    })
  for (const url of ['ftp://centre.example/', 'https://me:pass@centre.example/', 'nowhere'])
    expect(await server.raw(addWebhook, { ...here, url, is_local: true })).toMatchObject({
      Code: 'VALIDATION',
    })
  const webhook = await declared()
  expect(
    await server.raw(updateWebhook, { id: webhook.id, expected_version: 1, is_local: false }),
  ).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'url' }] })
  expect(outside.got).toEqual([])
})

test('another address needs the secret again, and nothing is signed with the old one there', async () => {
  const elsewhere = await Outside.open()
  const webhook = await declared()
  const moved = { id: webhook.id, expected_version: 1, url: elsewhere.url }
  expect(await server.raw(updateWebhook, moved)).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'secret' }],
  })
  expect((await server.call(getWebhooks, {})).items).toMatchObject([{ url: outside.url, version: 1 }])
  const same = { id: webhook.id, expected_version: 1, url: ` ${outside.url}`, name: 'Coast guard west' }
  expect(await server.call(updateWebhook, same)).toMatchObject({ version: 2, name: 'Coast guard west' })
  const other = `${SECRET}, another`
  await server.call(updateWebhook, { ...moved, expected_version: 2, secret: other })
  await server.call(testWebhook, { id: webhook.id })
  expect(outside.got).toEqual([])
  expect(elsewhere.got.map((got) => got.headers['webhook-signature'])).toEqual([
    signatureOf(elsewhere.got[0]!, other),
  ])
  await elsewhere.close()
})

test('only rules of administrators call out, and a webhook that was removed is called no more', async () => {
  const webhook = await declared()
  const asha = await aUser(server, 'asha')
  const calling = { ...SLOW, actions: [{ do: 'WEBHOOK' as const, id: webhook.id }] }
  const { validation } = await asha.call(createRule, calling)
  expect(validation.errors[0]).toContain('rules of administrators')
  outside.answer = (response) => response.writeHead(500).end()
  await found(webhook.id)
  await goOn(() => outside.got.length === 1)
  await server.call(deleteWebhook, { id: webhook.id, reason: 'moved' })
  expect((await server.call(getWebhooks, {})).items).toEqual([])
  putOn(waitAfter(3))
  const { rule } = await found(webhook.id)
  expect(rule.validation.errors[0]).toContain('does not exist')
  await goOn(async () => {
    const [result] = (await server.call(getRuleResults, { id: rule.id })).items
    return result?.deeds[0]?.state === 'REFUSED'
  })
  expect(outside.got).toHaveLength(1)
})
