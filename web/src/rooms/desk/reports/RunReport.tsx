import { Button, Modal } from '@mantine/core'
import { getReports, runReport, type ReportTemplate } from '@samudra/contract/reports'
import { useState } from 'react'
import { Form } from '../../../kit/forms/Form.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { isoOf } from '../../../kit/text/time-text.ts'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction, useStale } from '../../../wire/use-answer.ts'
import { PERIOD_LABELS } from './report-texts.ts'

/** Runs a report over the period of its template, or over another one. */
export function RunReport({ template, close }: { template: ReportTemplate; close: () => void }) {
  const [way, setWay] = useState<'usual' | 'other'>('usual')
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const makeStale = useStale()
  const { run, isBusy, fault } = useAction(async () => {
    const other = way === 'other' && from !== null && to !== null
    const period = other ? { from: isoOf(from)!, to: isoOf(to)! } : {}
    await call(runReport, { template_id: template.id, ...period })
    makeStale(getReports)
    toast(`${template.name} is being created.`, 'good')
    close()
  })
  return (
    <Modal opened onClose={close} title={`Run ${template.name}`}>
      <Form
        className="report-form"
        aria-label={`Run ${template.name}`}
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <Segments
          label="Period"
          fullWidth
          data={[
            { value: 'usual', label: PERIOD_LABELS[template.period] },
            { value: 'other', label: 'From … to …' },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'other' && (
          <>
            <TimeField label="From" required value={from} onChange={setFrom} error={faultAt(fault, 'from')} />
            <TimeField label="To" required value={to} onChange={setTo} error={faultAt(fault, 'to')} />
          </>
        )}
        <Refused fault={fault} />
        <div className="report-buttons">
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={isBusy}>
            Run
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
