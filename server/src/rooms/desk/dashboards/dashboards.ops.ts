import {
  dashboardKind,
  deleteDashboard,
  FIGURE_LOOKS,
  GRID_COLUMNS,
  getDashboards,
  saveDashboard,
  type Dashboard,
  type Panel,
} from '@samudra/contract/dashboards'
import { unfitField } from '@samudra/contract/figures'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import {
  pageByName,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { columnsOf, type Held } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'

export type DashboardBody = Pick<Dashboard, 'name' | 'period' | 'panels'>
type Needs = { dashboards: Objects<DashboardBody>; clock: Clock; send: Send }

export function dashboardOps({ dashboards, clock, send }: Needs): Handled[] {
  const show = (one: Held<DashboardBody>, caller: Caller): Dashboard => ({
    ...columnsOf(one, dashboards.isChangedBy(one, caller)),
    ...one.body,
  })
  const pushed: PushedObjects<DashboardBody> = { objects: dashboards, kind: dashboardKind, send, show }
  return [
    handle(getDashboards, pageByName({ objects: dashboards, clock }, show)),
    handle(saveDashboard, async ({ input, caller, record }) => {
      const { name, period, panels, visibility } = input
      checkPanels(panels)
      const draft = { visibility, bodyOf: () => ({ name, period, panels }) }
      return show(await saveObject(pushed, { caller, record }, input, draft), caller)
    }),
    handle(deleteDashboard, ({ input, caller, record }) => removeObject(pushed, { caller, record }, input)),
  ]
}

/** Throws VALIDATION for a panel that could not be drawn, or that has the id of another one. */
function checkPanels(panels: readonly Panel[]) {
  const ids = new Set<string>()
  for (const [i, { id, look, query, x, w }] of panels.entries()) {
    const refuse = (field: string, why: string) => {
      throw new OperationError('VALIDATION', `Check panel ${i + 1}: ${why}.`, {
        fields: [{ field: `panels.${i}.${field}`, why }],
      })
    }
    if (ids.has(id)) refuse('id', `${id} is the id of another panel`)
    ids.add(id)
    if (x + w > GRID_COLUMNS) refuse('w', `a panel ends at column ${GRID_COLUMNS} at the latest`)
    if (FIGURE_LOOKS.includes(look) !== (query !== undefined))
      refuse(
        'query',
        query === undefined ? `a panel that looks like ${look} needs one` : `leave it out with ${look}`,
      )
    const unfit = query === undefined ? null : unfitField(query)
    if (unfit !== null) refuse(`query.${unfit.field}`, `${unfit.field} ${unfit.why}`)
  }
}
