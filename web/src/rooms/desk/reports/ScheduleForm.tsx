import { Button, Modal, Select, TextInput } from '@mantine/core'
import { scheduleReport, type ReportTemplate } from '@samudra/contract/reports'
import { useState } from 'react'
import { Form } from '../../../kit/forms/Form.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction } from '../../../wire/use-answer.ts'
import { SCHEDULES } from './report-texts.ts'
import { reportTemplates } from './reports.store.ts'

const NEVER = 'NEVER'
const OTHER = 'OTHER'

/** When a report is run by the clock of a zone, or that it is not. */
export function ScheduleForm({ template, close }: { template: ReportTemplate; close: () => void }) {
  const { id, name, schedule } = template
  const [cron, setCron] = useState(schedule?.cron ?? NEVER)
  const [zone, setZone] = useState(schedule?.zone ?? template.zone)
  const isOther = cron !== NEVER && SCHEDULES.every(({ value }) => value !== cron)
  const { run, isBusy, fault } = useAction(async () => {
    const next = cron === NEVER ? null : { cron: cron.trim(), zone }
    reportTemplates.take(await call(scheduleReport, { id, schedule: next }))
    close()
  })
  return (
    <Modal opened onClose={close} title={`Schedule ${name}`}>
      <Form
        className="report-form"
        aria-label={`Schedule ${name}`}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Select
          label="Run"
          allowDeselect={false}
          value={isOther ? OTHER : cron}
          data={[
            { value: NEVER, label: 'Not scheduled' },
            ...SCHEDULES,
            { value: OTHER, label: 'Cron line' },
          ]}
          onChange={(value) => value !== null && setCron(value === OTHER ? '30 5 * * 1-5' : value)}
        />
        {isOther && (
          <TextInput
            label="Cron line"
            description="Minute, hour, day of the month, month, day of the week"
            value={cron}
            maxLength={80}
            error={faultAt(fault, 'schedule')}
            onChange={(event) => setCron(event.currentTarget.value)}
          />
        )}
        {cron !== NEVER && (
          <Select
            label="Time zone"
            searchable
            allowDeselect={false}
            value={zone}
            data={[...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])]}
            onChange={(value) => value !== null && setZone(value)}
          />
        )}
        <Refused fault={fault} />
        <div className="report-buttons">
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
