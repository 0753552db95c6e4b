import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { FIGURE_LOOKS, PERIODS, type Panel, type PanelLook, type Period } from '@samudra/contract/dashboards'
import { useState } from 'react'
import { QueryFields } from '../../../../kit/figures/QueryFields.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { PERIOD_LABELS } from '../period.ts'

type Props = { panel: Panel; close: () => void; save: (panel: Panel) => void }

const LOOK_LABELS: Record<PanelLook, string> = {
  number: 'Number',
  line: 'Lines',
  bar: 'Bars',
  stack: 'Stack',
  heat: 'Heat',
  table: 'Table',
  brief: 'Brief',
  feeds: 'Feeds',
  alerts: 'Alerts',
  text: 'Text',
}
const NONE = 'NONE'

/** Changes what a panel shows and how. */
export function PanelEditor({ panel: before, close, save }: Props) {
  const [panel, setPanel] = useState(before)
  const { query } = panel
  const put = (change: Partial<Panel>) => setPanel({ ...panel, ...change })
  return (
    <Modal opened onClose={close} title={`Change ${before.title}`}>
      <Form
        className="panel-editor"
        onSubmit={(event) => {
          event.preventDefault()
          save(panel)
          close()
        }}
      >
        <TextInput
          label="Title"
          data-autofocus
          value={panel.title}
          maxLength={80}
          onChange={(event) => put({ title: event.currentTarget.value })}
        />
        {panel.look === 'text' && (
          <Textarea
            label="Text (Markdown)"
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4000}
            value={panel.text ?? ''}
            onChange={(event) => put({ text: event.currentTarget.value })}
          />
        )}
        {query !== undefined && (
          <>
            <Segments
              label="Display"
              fullWidth
              data={FIGURE_LOOKS.map((value) => ({ value, label: LOOK_LABELS[value] }))}
              value={panel.look}
              onChange={(look) => put({ look })}
            />
            <QueryFields query={query} change={(next) => put({ query: next })} />
          </>
        )}
        {panel.look !== 'text' && panel.look !== 'feeds' && panel.look !== 'brief' && (
          <Select
            label="Period"
            value={panel.period ?? NONE}
            data={[
              { value: NONE, label: 'Same as dashboard' },
              ...(Object.keys(PERIODS) as Period[]).map((value) => ({
                value: value as string,
                label: PERIOD_LABELS[value],
              })),
            ]}
            allowDeselect={false}
            onChange={(value) => {
              const { period: _, ...rest } = panel
              setPanel(value === NONE || value === null ? rest : { ...rest, period: value as Period })
            }}
          />
        )}
        <div className="dashboard-save-buttons">
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={panel.title.trim() === ''}>
            Apply
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
