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
import { parameterCase } from '../../../../testing/parameters/row.ts'

const elsewhere = 'server/src/rooms/desk/reports/reports.test.ts'
export const CASES = [
  getReportTemplates,
  saveReportTemplate,
  deleteReportTemplate,
  scheduleReport,
  runReport,
  getReports,
  getReport,
  previewReport,
].map((op) => parameterCase(op as never, { elsewhere }))
