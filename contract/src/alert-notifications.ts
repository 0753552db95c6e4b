import { z } from 'zod'
import { Id, Instant, op } from './kernel.ts'
import { Delivery } from './notifications.ts'

/** Whom notices of one alert came to, the latest first: that nobody took it, that it was handed over, that somebody is named. */
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
