import { getJobs, retryJob } from '@samudra/contract/jobs'
import { getNotices } from '@samudra/contract/notifications'
import { createRule, enableOrDisableRule, getRules, updateRule } from '@samudra/contract/rule-keeping'
import { expect, test } from 'vitest'
import { aServer, until } from '../../../../../testing/servers/a-server.ts'
import { previewOf, SLOW } from '../../../../../testing/seas/rules.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

test('a rule due for review shows it for a week, then is disabled; its owner is notified of both', async () => {
  const server = await aServer([])
  const { id } = await server.call(createRule, { ...SLOW, name: 'Reviewed', review_due: inDays(-1) })
  const rule = async () => (await server.call(getRules, { ids: [id] })).items[0]!
  const isDue = async (review_due: string) =>
    server.call(updateRule, { id, expected_version: (await rule()).version, review_due })
  const becomes = async (status: string) => {
    // Whatever is under way began before: so often it is done at once.
    await until(async () => {
      const job = (await server.call(getJobs, {})).items.find(({ name }) => name === 'rules.review')
      if (job !== undefined) await server.raw(retryJob, { id: job.id })
      return (await rule()).status === status
    }, `it is ${status}`)
  }
  const ack_preview = await previewOf(server, id)
  const enabling = { id, enabled: true, ack_preview }
  expect(await server.raw(enableOrDisableRule, enabling)).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'review_due' }],
  })

  await isDue(inDays(30))
  expect(await server.call(enableOrDisableRule, enabling)).toMatchObject({ status: 'ENABLED' })
  await isDue(inDays(-6))
  await becomes('REVIEW_DUE')
  expect(await isDue(inDays(30))).toMatchObject({ status: 'ENABLED', defined_version: 1 })
  await isDue(inDays(-6.5))
  await becomes('REVIEW_DUE')
  await isDue(inDays(-7.5))
  await becomes('DISABLED')
  const notifications = async () => (await server.call(getNotices, {})).items.map(({ text }) => text)
  // A notification follows after its cause was stored.
  await until(async () => (await notifications()).length >= 3, 'its owner is told')
  expect(await notifications()).toEqual([
    'Your rule Reviewed was disabled: it was not reviewed for a week.',
    expect.stringMatching(/^Your rule Reviewed is due for review: set a new review date/),
    expect.stringMatching(/^Your rule Reviewed is due for review: set a new review date/),
  ])
  await server.close()
})
