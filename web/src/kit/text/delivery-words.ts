import type { Delivery } from '@samudra/contract/notifications'

/** Formats the delivery of a notification. */
export const deliveryWords = ({
  arrived_at,
  quiet,
  awaits_digest,
}: Pick<Delivery, 'arrived_at' | 'quiet' | 'awaits_digest'>): string =>
  [
    arrived_at === null ? 'not yet on a screen' : 'on screen',
    quiet && 'quietly',
    awaits_digest && 'waiting for the digest',
  ]
    .filter(Boolean)
    .join(', ')
