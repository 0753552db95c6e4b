import { z } from 'zod'
import { FigureQuery } from './figures.ts'
import { listOf, op, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { objectColumns } from './objects.ts'
import { sharedDelete, sharedInput, sharedList, sharedSave } from './shared-objects.ts'

/** Columns of the grid; a panel lies on whole columns and rows. */
export const GRID_COLUMNS = 12
export const MOST_PANELS = 40
export const PANEL_LOOKS = [
  'number',
  'line',
  'bar',
  'stack',
  'heat',
  'table',
  'brief',
  'feeds',
  'alerts',
  'text',
] as const
export type PanelLook = (typeof PANEL_LOOKS)[number]
/** Looks that show a figure and need its query. */
export const FIGURE_LOOKS: readonly PanelLook[] = ['number', 'line', 'bar', 'stack', 'heat', 'table']
/** Periods of a dashboard, in hours until now. */
export const PERIODS = { HOUR: 1, WATCH: 8, DAY: 24, WEEK: 168, MONTH: 744, QUARTER: 2208 } as const
export type Period = keyof typeof PERIODS

export const Panel = z.object({
  id: z.string().min(1).max(40),
  look: z.enum(PANEL_LOOKS),
  title: z.string().trim().max(80),
  x: z
    .number()
    .int()
    .min(0)
    .max(GRID_COLUMNS - 1),
  y: z.number().int().min(0).max(1000),
  w: z.number().int().min(1).max(GRID_COLUMNS),
  h: z.number().int().min(1).max(40),
  query: FigureQuery.optional(),
  /** Replaces the period of the dashboard. */
  period: z.enum(Object.keys(PERIODS) as [Period, ...Period[]]).optional(),
  text: z.string().max(4000).optional(),
})
export type Panel = z.output<typeof Panel>

const fields = {
  name: typedName(80),
  period: z.enum(Object.keys(PERIODS) as [Period, ...Period[]]),
  panels: z.array(Panel).max(MOST_PANELS),
}
export const Dashboard = z.object({ ...objectColumns, ...fields, name: z.string() })
export type Dashboard = z.output<typeof Dashboard>

export const getDashboards = op({
  name: 'getDashboards',
  route: 'GET /v2/dashboards',
  ...sharedList,
  output: listOf(Dashboard),
})
/** Saves a new dashboard without `id`; with `id` and `expected_version` a change of all fields. */
export const saveDashboard = op({
  name: 'saveDashboard',
  route: 'POST /v2/dashboards',
  ...sharedSave,
  did: 'Saved a dashboard',
  example: { name: 'x', period: 'DAY', panels: [], visibility: 'PRIVATE' },
  input: sharedInput(fields),
  output: Dashboard,
})
export const deleteDashboard = op({
  name: 'deleteDashboard',
  route: 'DELETE /v2/dashboards/{id}',
  ...sharedDelete,
  did: 'Deleted a dashboard',
})

export const dashboardKind = kind({
  type: 'dashboard',
  table: 'dashboards',
  noun: 'dashboard',
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Period', text: ({ period }) => period },
    {
      label: 'Panels',
      text: ({ panels }) => panels.map(({ title }) => title).join(', '),
      value: ({ panels }) => panels,
    },
    seenBy,
  ],
  order: byName,
  list: getDashboards,
})
