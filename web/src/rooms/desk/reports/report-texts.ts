import type { ReportBlock, ReportPeriod, ReportRun, ReportTemplate } from '@samudra/contract/reports'

export const PERIOD_LABELS: Record<ReportPeriod, string> = {
  LAST_DAY: 'The last day',
  LAST_WEEK: 'The last week',
  LAST_MONTH: 'The last month',
  LAST_WATCH: 'The last watch',
}
export const KIND_LABELS: Record<ReportTemplate['kind'], string> = {
  DAILY: 'Daily situation',
  MONTHLY: 'Monthly update',
  AREA: 'Area',
  VESSEL: 'Vessel',
  PORT: 'Port',
  WATCH: 'Watch',
  OTHER: 'Other',
}
export const BLOCK_LABELS: Record<ReportBlock['kind'], string> = {
  heading: 'Heading',
  text: 'Text',
  number: 'Number',
  table: 'Table',
  chart: 'Chart',
  list: 'List',
  map: 'Map',
}
export const STATE_LABELS: Record<ReportRun['state'], string> = {
  QUEUED: 'Waiting',
  RUNNING: 'Running',
  DONE: 'Ready',
  FAILED: 'Failed',
}
/** Schedules on offer; any other cron line can be typed. */
export const SCHEDULES = [
  { value: '0 6 * * *', label: 'Every day at 06:00' },
  { value: '0 6 * * 1', label: 'Every Monday at 06:00' },
  { value: '0 6 1 * *', label: 'On the first of each month at 06:00' },
  { value: '0 */8 * * *', label: 'Every eight hours' },
] as const

export const scheduleText = ({ schedule }: Pick<ReportTemplate, 'schedule'>): string =>
  schedule === null
    ? 'None'
    : `${SCHEDULES.find(({ value }) => value === schedule.cron)?.label ?? schedule.cron} (${schedule.zone})`

/** Returns a template as a draft of a new one, with a name of its own. */
export const copyOf = (template: ReportTemplate): ReportTemplate => ({
  ...template,
  id: '',
  version: 0,
  name: `My ${template.name.toLowerCase()}`,
  visibility: 'PRIVATE',
  built_in: false,
  mine: true,
  schedule: null,
  next_at: null,
})
