import { z } from 'zod'
import { Id, Instant, op } from './kernel.ts'
import { Delivery } from './notifications.ts'

/**
 * Returns the recipients of notifications of one alert, latest first: alert not taken, alert assigned, user mentioned.
 */
export const getAlertNotices = op({
  name: 'getAlertNotices',
  route: 'GET /v2/alerts/{id}/notices',
  bounded: 'ONE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Delivery.extend({ at: Instant })) }),
})
