import { getReport, getReports, previewReport, runReport } from '@samudra/contract/reports'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { countBlocks } from './report-blocks.ts'
import { periodOf, type ScheduleNeeds } from './report-clock.ts'
import { CONTENT_TYPES } from './report-files.ts'
import { isTooLong, LONGEST_REPORT_DAYS } from './report-period.ts'
import { enqueueRun, formatOf, presentRun } from './report-runs.ts'
import type { TemplateBody } from './report-template.ts'
import { countRuns, openRunsOf, readRun, runsOf } from './report-rows.sql.ts'
import { checkBlocks, checkSubject } from './templates.ops.ts'

const USUAL = 100
/** Runs of one user that wait or run. */
const MOST_OPEN = 20

const noRun = () => new OperationError('NOT_FOUND', 'This report does not exist; choose it from the list.')

export const reportOps = (needs: ScheduleNeeds): Handled[] => [
  handle(runReport, async ({ input, caller, record }) => {
    const { template_id: id } = input
    record({ objectType: 'report', objectId: id })
    const template = needs.templates.get(id, caller)
    checkSubject(template.body)
    if ((await openRunsOf(needs.db, caller.userId)) >= MOST_OPEN)
      throw new OperationError(
        'TOO_LARGE',
        `${MOST_OPEN} reports of yours wait already; wait until some are done.`,
      )
    const time = await requestedTime(needs, input, template.body)
    const run = await enqueueRun(needs, { template: template.body, templateId: id, owner: caller, time })
    record({ objectId: run, after: { template: id, name: template.body.name } })
    return presentRun(needs, (await readRun(needs.db, run))!)
  }),
  handle(getReports, async ({ input, caller }) => {
    const { template_id: templateId, state, limit = USUAL, cursor = null } = input
    const query = { ownerId: caller.userId, templateId, state }
    const rows = await runsOf(needs.db, query, { limit: limit + 1, after: cursor })
    const page = rows.slice(0, limit)
    return {
      items: await Promise.all(page.map((row) => presentRun(needs, row))),
      total: await countRuns(needs.db, query),
      next: rows.length > limit ? page.at(-1)!.id : null,
      as_of: new Date(needs.clock.now()).toISOString(),
    }
  }),
  handle(getReport, async ({ input: { id, format }, caller, record }) => {
    record({ objectType: 'report', objectId: id })
    const row = await readRun(needs.db, id)
    if (row === undefined || row.owner_id !== caller.userId) throw noRun()
    const all = await needs.files.of(id)
    const file = format === undefined ? all[0] : all.find(({ name }) => formatOf(name) === format)
    if (row.state !== 'DONE' || file === undefined) throw noFile(row.state)
    const { name, size, hash: sha256 } = file
    record({ after: { name, size, sha256 } })
    const content_type = CONTENT_TYPES[formatOf(name)]
    return new Download({ name, content_type, size, sha256 }, await needs.files.read(file))
  }),
  handle(previewReport, async ({ input, caller }) => {
    checkBlocks(input.blocks)
    const time = await requestedTime(needs, input, input)
    const blocks = await countBlocks(needs, input, time, caller)
    const iso = (at: number) => new Date(at).toISOString()
    return { blocks, from: iso(time.from), to: iso(time.to), as_of: iso(time.asOf) }
  }),
]

const noFile = (state: string) =>
  new OperationError(
    'NOT_FOUND',
    state === 'DONE'
      ? 'This report has no file of that format; choose another.'
      : 'This report is not ready yet.',
  )

type Query = { from?: string | undefined; to?: string | undefined; as_of?: string | undefined }
/** Returns the period that is asked for, or the last one of the template. Throws VALIDATION, TOO_LARGE. */
async function requestedTime(
  needs: ScheduleNeeds,
  { from, to, as_of }: Query,
  template: Pick<TemplateBody, 'period' | 'zone'>,
) {
  const now = needs.clock.now()
  if ((from === undefined) !== (to === undefined)) {
    const field = from === undefined ? 'to' : 'from'
    const why = `has no ${from === undefined ? 'from' : 'to'} beside it; give both or none`
    throw new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })
  }
  const period =
    from === undefined || to === undefined
      ? await periodOf(needs, template, now)
      : { from: Date.parse(from), to: Date.parse(to) }
  if (isTooLong(period))
    throw new OperationError(
      'TOO_LARGE',
      `A report covers at most ${LONGEST_REPORT_DAYS} days; choose a shorter period.`,
    )
  return { ...period, asOf: as_of === undefined ? now : Math.min(now, Date.parse(as_of)) }
}
