import { deleteDashboard, getDashboards, saveDashboard } from '@samudra/contract/dashboards'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const PANEL = { id: 'a', look: 'text', title: 'Notes', x: 0, y: 0, w: 3, h: 2, text: 'Here' } as const
const MORNING = { name: 'Morning', period: 'DAY', panels: [PANEL], visibility: 'CENTRE' } as const

export const CASES = [
  parameterCase(getDashboards, {
    base: async ({ call }) => (
      await call(saveDashboard, { ...MORNING, panels: [PANEL] }),
      await call(saveDashboard, { ...MORNING, panels: [PANEL] }),
      {}
    ),
  }),
  parameterCase(saveDashboard, {
    base: changing(async ({ call }) => (await call(saveDashboard, { ...MORNING, panels: [PANEL] })).id, {
      ...MORNING,
      panels: [PANEL],
    }),
    other: { panels: [{ ...PANEL, x: 3 }] },
  }),
  parameterCase(deleteDashboard, {
    base: async ({ call }) => ({ id: (await call(saveDashboard, { ...MORNING, panels: [PANEL] })).id }),
  }),
]
