import { room } from '../../../platform/ground.ts'
import { openObjects } from '../../../platform/kernel/objects/open-objects.ts'
import { dashboardOps, type DashboardBody } from './dashboards.ops.ts'

/** Holds dashboards: panels on a grid, each with its query, of a user, a group or the centre. */
export const dashboards = room({
  name: 'dashboards',
  uses: {},
  open: async (ground) => {
    const objects = await openObjects<DashboardBody>(ground, {
      type: 'dashboard',
      noun: 'dashboard',
      everybodyShares: true,
      mostOfUser: 100,
    })
    return {
      door: {},
      ops: dashboardOps({ ...ground, dashboards: objects }),
    }
  },
})
