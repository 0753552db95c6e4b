import { room } from '../../../platform/ground.ts'
import { identity } from '../../centre/identity/room.ts'
import { users } from '../../../platform/kernel/http/audience.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { notifications } from '../../watch/notifications/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { Followers } from './followers.ts'
import { lookAtShips } from './look.ts'
import type { SubscriptionBody } from './subscription.ts'
import { subscriptionOps } from './subscriptions.ops.ts'
import { deleteVesselUpdates } from './subscriptions.sql.ts'
import { notifySubscribers } from './notify-subscribers.ts'

export const NOTIFY_JOB = 'subscriptions.tell'
const PUSH_EVERY_MS = 10_000
/** As long as something could be found once more. */
const RETENTION_MS = 3 * 86_400_000

/** Subscriptions of users to vessels, lists, areas, waters and ports, and their notifications. */
export const subscriptions = room({
  name: 'subscriptions',
  uses: { settings, sources, identity, notifications, ports, reference, filterInputs, picture },
  open: async (
    ground,
    { settings, sources, identity, notifications, ports, reference, filterInputs, picture },
  ) => {
    const { db, clock } = ground
    const { areas, lists, membership } = filterInputs
    const { watched } = picture
    const mine = await openObjects<SubscriptionBody>(ground, {
      type: 'subscription',
      noun: 'subscription',
      // A subscription is private to its user, even from administrators.
      seers: ({ owner_id }) => users(owner_id),
    })
    const followers = new Followers({ subscriptions: mine, lists, membership })
    const portName = (id: string) => ports.byId(id)?.name ?? null
    const look = {
      ...ground,
      watched,
      followers,
      silentMs: () => settings.values.number('ais.feed_delay_min') * 60_000,
    }
    const notify = { ...look, ...filterInputs, names: sources.names, portName, identity, notifications }
    return {
      door: {},
      ops: subscriptionOps({
        ...ground,
        subscriptions: mine,
        areas,
        lists,
        portName,
        boundary: (id) => reference.boundaries().find((one) => one.id === id) ?? null,
        shipName: (mmsi, caller) => picture.shipsOf(caller).find(mmsi)?.ship_name ?? null,
      }),
      jobs: [
        {
          name: NOTIFY_JOB,
          does: 'Notifies subscribers about the vessels, areas, waters and ports they follow',
          when: { everyMs: PUSH_EVERY_MS },
          work: async (run) => {
            await lookAtShips(look)
            await notifySubscribers(notify, run)
          },
        },
        {
          name: 'subscriptions.forget',
          does: 'Deletes old vessel updates',
          when: { cron: '50 3 * * *', zone: 'UTC' },
          work: () => deleteVesselUpdates(db, new Date(clock.now() - RETENTION_MS)),
        },
      ],
    }
  },
})
