import { room } from '../ground.ts'
import { identity } from '../identity/room.ts'
import { openObjects } from '../kernel/open-objects.ts'
import { notices } from '../notices/room.ts'
import { picture } from '../picture/room.ts'
import { ports } from '../ports/room.ts'
import { registry } from '../registry/room.ts'
import { rules } from '../rules/room.ts'
import { alertOps } from './alerts.ops.ts'
import { DEFINITION_OBJECTS } from './definition.ts'
import { definitionOps } from './definitions.ops.ts'
import { Definitions } from './definitions.ts'
import { Escalation } from './escalation.ts'
import { raiseAlerts } from './raise.ts'

export const RAISE_JOB = 'alerts.raise'
/** It is hurried whenever something is found; this is for what was found while nobody looked. */
const RAISE_MS = 5000

/** What somebody has to look at: raised of what rules found, had by somebody, and dealt with. */
export const alerts = room({
  name: 'alerts',
  uses: { identity, notices, registry, ports, picture, rules },
  open: async (ground, { identity, notices, registry, ports, picture, rules }) => {
    const definitions = new Definitions(ground.db, await openObjects(ground, DEFINITION_OBJECTS))
    const escalation = new Escalation()
    const needs = {
      ...ground,
      names: registry.names,
      identity,
      notices,
      ports,
      picture,
      rules,
      definitions,
      escalation,
      isSupervisor: async ({ isAdmin }: { isAdmin: boolean }) => isAdmin,
    }
    ground.bus.hear('results', () => void ground.jobs.hurry(RAISE_JOB))
    // Who was killed may have changed alerts and told nobody.
    ground.others.follow('alerts', { changed: () => undefined, afresh: async () => true })
    return {
      door: {},
      ops: [...alertOps(needs), ...definitionOps(needs)],
      jobs: [
        {
          name: RAISE_JOB,
          does: 'Raises alerts of what rules found',
          when: { everyMs: RAISE_MS },
          work: (run) => raiseAlerts(needs, run),
        },
      ],
    }
  },
})
