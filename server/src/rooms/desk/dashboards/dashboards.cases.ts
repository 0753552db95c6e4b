import { deleteDashboard, getDashboards, saveDashboard } from '@samudra/contract/dashboards'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const MORNING = () => ({
  name: 'Morning',
  period: 'DAY' as const,
  panels: [
    {
      id: 'a',
      look: 'number' as const,
      title: 'Vessels',
      x: 0,
      y: 0,
      w: 3,
      h: 2,
      query: { measure: 'vessels' as const },
    },
  ],
  visibility: 'CENTRE' as const,
})
const aDashboard = async ({ call }: Sea) => (await call(saveDashboard, MORNING())).id

export const CASES = [
  parameterCase(getDashboards, { base: async (sea) => (await aDashboard(sea), await aDashboard(sea), {}) }),
  parameterCase(saveDashboard, {
    base: changing(aDashboard, MORNING()),
    other: { 'panels.0.look': 'bar' },
  }),
  parameterCase(deleteDashboard, { base: async (sea) => ({ id: await aDashboard(sea) }) }),
]
