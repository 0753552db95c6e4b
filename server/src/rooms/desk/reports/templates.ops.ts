import { unfitField } from '@samudra/contract/figures'
import {
  deleteReportTemplate,
  getReportTemplates,
  QUERY_BLOCKS,
  reportTemplateKind,
  saveReportTemplate,
  scheduleReport,
  type ReportBlock,
} from '@samudra/contract/reports'
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
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import { isBuiltIn } from './built-in-templates.ts'
import { nextRunAfter, scheduleFault } from './report-schedule.ts'
import { presentTemplate, type HeldTemplate, type TemplateBody } from './report-template.ts'

type Needs = {
  templates: Objects<TemplateBody>
  clock: Clock
  send: Send
  identity: Pick<IdentityInterface, 'everyone'>
}

const refused = (field: string, why: string) =>
  new OperationError('VALIDATION', `Check ${field}: it ${why}.`, { fields: [{ field, why }] })

export function templateOps(needs: Needs): Handled[] {
  const { templates, clock, send } = needs
  const show = (one: HeldTemplate, caller: Caller) => {
    const { schedule } = one.body
    const next = schedule === null ? null : nextRunAfter(schedule, clock.now())
    return presentTemplate(one, {
      mine: !isBuiltIn(one.id) && templates.isChangedBy(one, caller),
      next_at: next === null ? null : new Date(next).toISOString(),
      built_in: isBuiltIn(one.id),
    })
  }
  const pushed: PushedObjects<TemplateBody> = { objects: templates, kind: reportTemplateKind, send, show }
  return [
    handle(getReportTemplates, pageByName({ objects: templates, clock }, show)),
    handle(saveReportTemplate, async ({ input, caller, record }) => {
      const { visibility, id, expected_version, ...body } = input
      refuseBuiltIn(id)
      checkBlocks(body.blocks)
      await checkUsers(needs, body.recipients.user_ids)
      const draft = {
        visibility,
        bodyOf: (before: TemplateBody | undefined) => ({ ...body, schedule: before?.schedule ?? null }),
      }
      return show(await saveObject(pushed, { caller, record }, { id, expected_version }, draft), caller)
    }),
    handle(scheduleReport, async ({ input: { id, schedule }, caller, record }) => {
      refuseBuiltIn(id)
      const fault = schedule === null ? null : scheduleFault(schedule, clock.now())
      if (fault !== null) throw refused('schedule.cron', fault)
      const { version, visibility, body } = templates.writable(id, caller)
      if (schedule !== null) checkSubject(body)
      const after = await saveObject(
        pushed,
        { caller, record },
        { id, expected_version: version },
        { visibility, bodyOf: (before) => ({ ...before!, schedule }) },
      )
      return show(after, caller)
    }),
    handle(deleteReportTemplate, ({ input, caller, record }) => {
      refuseBuiltIn(input.id)
      return removeObject(pushed, { caller, record }, input)
    }),
  ]
}

function refuseBuiltIn(id: string | undefined): void {
  if (id !== undefined && isBuiltIn(id))
    throw new OperationError(
      'FORBIDDEN',
      'This template comes with the product; copy it and change the copy.',
    )
}

/** Throws VALIDATION for a report of an area or port that names none. */
export function checkSubject({ kind, filters, blocks }: TemplateBody): void {
  const field = kind === 'AREA' ? 'area' : kind === 'PORT' ? 'port' : null
  if (field === null || filters[field] !== undefined) return
  if (blocks.some(({ query }) => query?.[field] !== undefined)) return
  const why = `names no ${field}; copy the template and choose the ${field}`
  throw new OperationError('VALIDATION', `This report ${why}.`, { fields: [{ field: 'template_id', why }] })
}

/** Throws VALIDATION for a block that could never be counted. */
export function checkBlocks(blocks: readonly ReportBlock[]): void {
  for (const [i, { kind, query }] of blocks.entries()) {
    const field = `blocks.${i}.query`
    const needsQuery = QUERY_BLOCKS.includes(kind)
    if (needsQuery !== (query !== undefined))
      throw refused(field, needsQuery ? `is needed by a block ${kind}` : `has no use in a block ${kind}`)
    if (query === undefined) continue
    const unfit = unfitField(query)
    if (unfit !== null) throw refused(`${field}.${unfit.field}`, `does not fit: ${unfit.why}`)
    const listed: readonly string[] =
      kind === 'map' ? ['events', 'anomalies'] : ['events', 'anomalies', 'alerts']
    if ((kind === 'map' || kind === 'list') && !listed.includes(query.measure))
      throw refused(
        `${field}.measure`,
        `cannot be shown one by one; a block ${kind} shows ${listed.join(', ')}`,
      )
  }
}

async function checkUsers({ identity }: Needs, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set((await identity.everyone()).map(({ userId }) => userId))
  const strange = ids.find((id) => !known.has(id))
  if (strange !== undefined) throw refused('recipients.user_ids', `names ${strange}, who does not exist`)
}
