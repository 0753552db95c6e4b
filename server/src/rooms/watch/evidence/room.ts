import { alerts } from '../alerts/room.ts'
import { events } from '../events/room.ts'
import { room } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { vessels } from '../../vessels/vessels/room.ts'
import { sources } from '../../picture/sources/room.ts'
import { rules } from '../rules/room.ts'
import { settings } from '../../centre/settings/room.ts'
import { evidenceOps } from './evidence.ops.ts'

/** Evidence of alerts and events, as files that a reader outside the centre understands and can verify. */
export const evidence = room({
  name: 'evidence',
  uses: { settings, sources, history, events, vessels, rules, alerts },
  open: async (ground, { settings, sources, history, events, vessels, rules, alerts }) => ({
    door: {},
    ops: evidenceOps({
      clock: ground.clock,
      product: `Samudra ${ground.assembly.version ?? '0.0.0'}`,
      names: sources.names,
      land: (box) => settings.land(box),
      history,
      events,
      vessels,
      rules,
      alerts,
    }),
  }),
})
