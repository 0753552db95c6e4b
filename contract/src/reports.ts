import { z } from 'zod'
import { AROUND_NOW } from './example.ts'
import { Figure, FigureQuery } from './figures.ts'
import { Id, Instant, listOf, op, paging, typedName } from './kernel.ts'
import { byName, kind, seenBy } from './kind.ts'
import { objectColumns } from './objects.ts'
import { sharedDelete, sharedInput, sharedList, sharedSave } from './shared-objects.ts'

export const REPORT_KINDS = ['DAILY', 'MONTHLY', 'AREA', 'VESSEL', 'PORT', 'WATCH', 'OTHER'] as const
/** Whole days, weeks from Monday and months of the zone; the last watch until now. */
export const REPORT_PERIODS = ['LAST_DAY', 'LAST_WEEK', 'LAST_MONTH', 'LAST_WATCH'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]
export const REPORT_FORMATS = ['pdf', 'csv', 'json'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
export const REPORT_STATES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export const BLOCK_KINDS = ['heading', 'text', 'number', 'table', 'chart', 'list', 'map'] as const
/** Blocks that need a query. Lists and maps show events, anomalies or alerts one by one; maps no alerts. */
export const QUERY_BLOCKS: readonly (typeof BLOCK_KINDS)[number][] = [
  'number',
  'table',
  'chart',
  'list',
  'map',
]
export const MOST_BLOCKS = 60
/** Rows of a list at most; the rest is counted. */
export const MOST_LISTED = 100

export const ReportBlock = z.object({
  kind: z.enum(BLOCK_KINDS),
  title: z.string().trim().max(160),
  text: z.string().max(8000).optional(),
  query: FigureQuery.optional(),
})
export type ReportBlock = z.output<typeof ReportBlock>

/** A time zone of the IANA list. */
const Zone = z
  .string()
  .max(60)
  .refine((zone) => {
    try {
      Intl.DateTimeFormat('en', { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, 'must be a time zone, like Asia/Kolkata')

const content = {
  blocks: z.array(ReportBlock).min(1).max(MOST_BLOCKS),
  period: z.enum(REPORT_PERIODS),
  /** Zone of periods and schedule. */
  zone: Zone,
  /** Narrow each block whose measure has the field and whose query does not name it. */
  filters: z.object({ area: Id.optional(), port: Id.optional() }),
}
const fields = {
  name: typedName(120),
  kind: z.enum(REPORT_KINDS),
  ...content,
  recipients: z.object({
    /** Each gets a report of what that user may see. */
    user_ids: z.array(Id).max(50),
    /** Mail addresses; they get the report of the owner. */
    addresses: z.array(z.email('must be an e-mail address').max(200)).max(20),
  }),
  formats: z.array(z.enum(REPORT_FORMATS)).min(1).max(3),
}
const Schedule = z.object({ cron: z.string().trim().min(9).max(80), zone: Zone })

export const ReportTemplate = z.object({
  ...objectColumns,
  ...fields,
  name: z.string(),
  schedule: Schedule.nullable(),
  /** Next run by the schedule; null without one. */
  next_at: Instant.nullable(),
  /** True of one that a release brings: it can be copied and run. */
  built_in: z.boolean(),
})
export type ReportTemplate = z.output<typeof ReportTemplate>

export const getReportTemplates = op({
  name: 'getReportTemplates',
  route: 'GET /v2/report-templates',
  ...sharedList,
  output: listOf(ReportTemplate),
})
/** Saves a new template without `id`; with `id` and `expected_version` a change of all fields. The schedule stays. */
export const saveReportTemplate = op({
  name: 'saveReportTemplate',
  route: 'POST /v2/report-templates',
  ...sharedSave,
  did: 'Saved a report template',
  example: {
    name: 'x',
    kind: 'DAILY',
    blocks: [{ kind: 'number', title: 'Alerts', query: { measure: 'alerts' } }],
    period: 'LAST_DAY',
    zone: 'UTC',
    filters: {},
    recipients: { user_ids: [], addresses: [] },
    formats: ['pdf'],
    visibility: 'PRIVATE',
  },
  input: sharedInput(fields),
  output: ReportTemplate,
})
export const deleteReportTemplate = op({
  name: 'deleteReportTemplate',
  route: 'DELETE /v2/report-templates/{id}',
  ...sharedDelete,
  did: 'Deleted a report template',
})
/** Runs a template by the clocks of a zone as its owner, or with null no more; at most once an hour. */
export const scheduleReport = op({
  name: 'scheduleReport',
  route: 'POST /v2/report-templates/{id}/schedule',
  bounded: 'ONE',
  who: 'user',
  cut: 'own',
  leaves: 'change',
  did: 'Scheduled a report',
  example: { id: 'none', schedule: null },
  input: z.object({ id: Id, schedule: Schedule.nullable() }),
  output: ReportTemplate,
})

export const ReportRun = z.object({
  id: z.string(),
  template_id: z.string(),
  /** Name of the template as it was run. */
  name: z.string(),
  owner_id: z.string(),
  owner: z.string(),
  from: Instant,
  to: Instant,
  as_of: Instant,
  state: z.enum(REPORT_STATES),
  /** SHA-256 of all numbers and queries; the same where nothing of them changed. Null until it is done. */
  digest: z.string().nullable(),
  files: z.array(
    z.object({ format: z.enum(REPORT_FORMATS), name: z.string(), size: z.number(), sha256: z.string() }),
  ),
  /** Why it failed. */
  error: z.string().nullable(),
  scheduled: z.boolean(),
  requested_at: Instant,
  ended_at: Instant.nullable(),
})
export type ReportRun = z.output<typeof ReportRun>

/** Runs a template in the background as the caller, and sends the report to its recipients. */
export const runReport = op({
  name: 'runReport',
  route: 'POST /v2/reports/run',
  bounded: 'JOB',
  who: 'user',
  cut: 'group',
  leaves: 'change',
  did: 'Ran a report',
  example: { template_id: 'none' },
  input: z.object({
    template_id: Id,
    /** Both or none; without them the last period of the template. */
    from: Instant.optional(),
    to: Instant.optional(),
    as_of: Instant.optional(),
  }),
  output: ReportRun,
})
/** Returns the runs of the caller, the newest first. */
export const getReports = op({
  name: 'getReports',
  route: 'GET /v2/reports',
  bounded: 'PAGE',
  who: 'user',
  cut: 'own',
  past: 'NOW',
  example: {},
  input: z.object({
    template_id: Id.optional(),
    state: z.enum(REPORT_STATES).optional(),
    ...paging,
  }),
  output: listOf(ReportRun),
})
export const getReport = op({
  name: 'getReport',
  route: 'GET /v2/reports/{id}',
  bounded: 'FILE',
  who: 'user',
  cut: 'own',
  leaves: 'read',
  did: 'Downloaded a report',
  stream: 'down',
  past: 'NOW',
  example: { id: 'none' },
  input: z.object({ id: Id, format: z.enum(REPORT_FORMATS).optional() }),
  output: z.object({ name: z.string(), content_type: z.string(), size: z.number(), sha256: z.string() }),
})

const Item = z.object({
  at: Instant,
  title: z.string(),
  text: z.string(),
  severity: z.string(),
  /** Degrees; null of alerts. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
})
export type ReportItem = z.output<typeof Item>
export const ReportBlockData = z.object({
  block: ReportBlock,
  figure: Figure.nullable(),
  items: z.array(Item),
  /** Items that are not listed. */
  more: z.number(),
  /** Why this block has no data, like an area that was deleted; the others have theirs. */
  error: z.string().nullable(),
})
export type ReportBlockData = z.output<typeof ReportBlockData>

/** Returns the blocks of a template with their data, as the caller may see it. */
export const previewReport = op({
  name: 'previewReport',
  route: 'POST /v2/reports/preview',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'AS_OF',
  example: {
    blocks: [{ kind: 'number', title: 'Alerts', query: { measure: 'alerts' } }],
    period: 'LAST_DAY',
    zone: 'UTC',
    filters: {},
    ...AROUND_NOW,
  },
  input: z.object({
    ...content,
    from: Instant.optional(),
    to: Instant.optional(),
    as_of: Instant.optional(),
  }),
  output: z.object({
    blocks: z.array(ReportBlockData),
    from: Instant,
    to: Instant,
    as_of: Instant,
  }),
})

export const reportTemplateKind = kind({
  type: 'report_template',
  table: 'report_templates',
  noun: 'report template',
  fields: [
    { label: 'Name', text: ({ name }) => name },
    { label: 'Period', text: ({ period }) => period },
    {
      label: 'Blocks',
      text: ({ blocks }) => blocks.map(({ title }) => title).join(', '),
      value: ({ blocks }) => blocks,
    },
    seenBy,
  ],
  order: byName,
  list: getReportTemplates,
})
