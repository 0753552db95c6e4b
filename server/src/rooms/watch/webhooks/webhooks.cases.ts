import {
  addWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  testWebhook,
  updateWebhook,
} from '@samudra/contract/webhooks'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'
import { webhookCallsOf } from '../../../../testing/seas/webhooks.ts'

/** Address where no process listens. */
const LOCAL = 'http://127.0.0.1:9/hook'
const SECRET = 'a secret of many signs and words'
const aWebhook = async ({ call }: Sea) =>
  call(addWebhook, { name: 'Coast guard', url: LOCAL, secret: SECRET, is_local: true })
const aReported = async (sea: Sea) => {
  const { id } = await aWebhook(sea)
  await webhookCallsOf(sea.database.db, id, 2)
  return { id }
}
/** Test that shows if another secret was given, as the stored form of a secret differs each time. */
const TRIED = 'server/src/rooms/watch/webhooks/webhooks.test.ts'

export const CASES = [
  parameterCase(addWebhook, {
    base: () => ({ name: 'Coast guard', url: 'https://centre.example/hook', secret: SECRET }),
    elsewhere: { secret: TRIED },
  }),
  parameterCase(updateWebhook, {
    base: async (sea) => {
      const { id, version } = await aWebhook(sea)
      return { id, expected_version: version, secret: SECRET }
    },
    elsewhere: { secret: TRIED, is_local: TRIED },
  }),
  parameterCase(deleteWebhook, { base: async (sea) => ({ id: (await aWebhook(sea)).id, reason: 'over' }) }),
  parameterCase(testWebhook, { base: async (sea) => ({ id: (await aWebhook(sea)).id }) }),
  parameterCase(getWebhookDeliveries, { base: aReported }),
]
