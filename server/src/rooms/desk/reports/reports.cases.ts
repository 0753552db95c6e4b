import {
  deleteReportTemplate,
  getReport,
  getReports,
  getReportTemplates,
  previewReport,
  runReport,
  saveReportTemplate,
  scheduleReport,
} from '@samudra/contract/reports'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { noon, type Sea } from '../../../../testing/parameters/sea.ts'

const elsewhere = 'server/src/rooms/desk/reports/reports.test.ts'
const BLOCKS = () => [
  { kind: 'number' as const, title: 'Vessels', query: { measure: 'vessels' as const } },
  { kind: 'number' as const, title: 'Arrivals', query: { measure: 'arrivals' as const } },
]
const DAILY = () => ({
  name: 'Daily',
  kind: 'DAILY' as const,
  blocks: BLOCKS(),
  period: 'LAST_DAY' as const,
  zone: 'UTC',
  filters: {},
  recipients: { user_ids: [], addresses: [] },
  formats: ['json' as const],
  visibility: 'CENTRE' as const,
})
const aTemplate = async ({ call }: Sea) => (await call(saveReportTemplate, DAILY())).id
const aRun = async (sea: Sea) => sea.call(runReport, { template_id: await aTemplate(sea) })
const others = {
  zone: 'Asia/Kolkata',
  'blocks.0.kind': 'table',
  'filters.area': 'none',
  'filters.port': 'none',
}

export const CASES = [
  parameterCase(getReportTemplates, {
    base: async (sea) => (await aTemplate(sea), await aTemplate(sea), {}),
  }),
  parameterCase(saveReportTemplate, {
    base: changing(aTemplate, DAILY()),
    other: {
      ...others,
      'recipients.user_ids': ['none'],
      'recipients.addresses': ['a@example.com'],
      formats: ['csv'],
    },
  }),
  parameterCase(deleteReportTemplate, { base: async (sea) => ({ id: await aTemplate(sea) }) }),
  parameterCase(scheduleReport, {
    base: async (sea) => ({ id: await aTemplate(sea), schedule: { cron: '0 6 * * *', zone: 'UTC' } }),
    other: { 'schedule.cron': '0 7 * * *', 'schedule.zone': 'Asia/Kolkata' },
  }),
  parameterCase(runReport, {
    base: async (sea) => ({
      template_id: await aTemplate(sea),
      from: noon(-60),
      to: noon(60),
      as_of: noon(90),
    }),
  }),
  parameterCase(getReports, {
    base: async (sea) => (await aRun(sea), await aRun(sea), {}),
    other: { template_id: 'none', state: 'FAILED' },
  }),
  parameterCase(getReport, { elsewhere }),
  parameterCase(previewReport, {
    base: async () => ({ blocks: BLOCKS(), period: 'LAST_DAY', zone: 'UTC', filters: {} }),
    other: { ...others, period: 'LAST_MONTH', from: noon(-60), to: noon(60) },
  }),
]
