import { Button } from '@mantine/core'
import { deleteReportTemplate, type ReportTemplate } from '@samudra/contract/reports'
import { IconCopy, IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { readingOf, useStored } from '../../../stored/stores.ts'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { ListScreen } from '../../../kit/pages/ListScreen.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { RunReport } from './RunReport.tsx'
import { ReportEditor } from './ReportEditor.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { ReportRuns } from './ReportRuns.tsx'
import { copyOf, KIND_LABELS, PERIOD_LABELS, scheduleText } from './report-texts.ts'
import { reportTemplates } from './reports.store.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import './reports.css'

const COLUMNS: readonly Column<ReportTemplate>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(160px, 2fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'kind',
    label: 'Kind',
    width: 'minmax(90px, 1fr)',
    cell: ({ kind }) => KIND_LABELS[kind],
    value: ({ kind }) => KIND_LABELS[kind],
  },
  {
    key: 'schedule',
    label: 'Next run',
    width: '120px',
    cell: ({ next_at }) => (next_at === null ? '' : <When at={next_at} />),
    value: ({ next_at }) => next_at ?? '',
  },
  {
    key: 'owner',
    label: 'Owner',
    width: '80px',
    cell: ({ owner, built_in }) => (built_in ? 'Release' : owner),
    value: ({ owner, built_in }) => (built_in ? 'Release' : owner),
  },
]

/** Report templates with their runs, schedule and live preview. */
export function Component() {
  const held = useStored(reportTemplates)
  const { put, valueOf } = useAddress()
  const [edited, setEdited] = useState<ReportTemplate | null>(null)
  const parts = (
    <Segments
      label="View"
      data={[
        { value: 'templates', label: 'Templates' },
        { value: 'runs', label: 'My reports' },
      ]}
      value={valueOf('part') === 'runs' ? 'runs' : 'templates'}
      onChange={(part) => put('part', part === 'runs' ? part : null)}
    />
  )
  if (valueOf('part') === 'runs')
    return (
      <Page title="Reports" subtitle="Reports run by you or by a schedule" actions={parts}>
        <ReportRuns />
      </Page>
    )
  return (
    <>
      <ListScreen
        title="Reports"
        actions={parts}
        subtitle="Report templates, run manually or on a schedule"
        name="report-templates"
        columns={COLUMNS}
        rows={[...held.rows]}
        rowKey={({ id }) => id}
        {...readingOf(reportTemplates, held)}
        filters={[
          {
            name: 'q',
            label: 'Find a report',
            placeholder: 'Find a report',
            fits: ({ name }, words) => name.toLowerCase().includes(words.toLowerCase()),
          },
        ]}
        noneFits="No report matches."
        none="No report template."
        details={{
          label: 'Report',
          hint: 'Choose a report to preview, run or schedule it.',
          isWide: true,
          render: (template) => <Details key={template.id} template={template} edit={setEdited} />,
        }}
      />
      {edited !== null && (
        <ReportEditor
          of={edited}
          close={() => setEdited(null)}
          saved={(template) => {
            reportTemplates.take(template)
            setEdited(null)
            put('open', template.id)
          }}
        />
      )}
    </>
  )
}

function Details({ template, edit }: { template: ReportTemplate; edit: (template: ReportTemplate) => void }) {
  const [opened, setOpened] = useState<'run' | 'schedule' | null>(null)
  const { put } = useAddress()
  const { id, name, mine, built_in, period, zone, recipients, formats } = template
  const isOwn = mine && !built_in
  const receivers = recipients.user_ids.length + recipients.addresses.length
  return (
    <section className="report" aria-label={name}>
      <header>
        <h2>{name}</h2>
        <div className="report-buttons">
          <Button size="xs" leftSection={<IconPlayerPlay size={14} />} onClick={() => setOpened('run')}>
            Run
          </Button>
          {isOwn && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} />}
              onClick={() => edit(template)}
            >
              Edit
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} />}
            onClick={() => edit(copyOf(template))}
          >
            Copy
          </Button>
          {isOwn && (
            <Button size="xs" variant="default" onClick={() => setOpened('schedule')}>
              Schedule
            </Button>
          )}
          {isOwn && (
            <QuestionButton
              label="Delete"
              question={{
                title: `Delete ${name}?`,
                text: 'It will not run again. Finished reports stay.',
                act: 'Delete',
                needsReason: false,
                isGrave: true,
              }}
              act={async (reason) => {
                await call(deleteReportTemplate, { id, reason })
                reportTemplates.drop(id)
                put('open', null)
              }}
            />
          )}
        </div>
      </header>
      <dl className="facts">
        <dt>Period</dt>
        <dd>
          {PERIOD_LABELS[period]} ({zone})
        </dd>
        <dt>Schedule</dt>
        <dd>{scheduleText(template)}</dd>
        <dt>Sent to</dt>
        <dd>
          {receivers === 0 ? 'Only you' : `${receivers} recipients`}, as {formats.join(', ').toUpperCase()}
        </dd>
      </dl>
      <ReportRuns templateId={id} />
      <h3>Preview</h3>
      <ReportPreview content={template} />
      {opened === 'run' && <RunReport template={template} close={() => setOpened(null)} />}
      {opened === 'schedule' && <ScheduleForm template={template} close={() => setOpened(null)} />}
    </section>
  )
}
