import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { FIGURE_LOOKS, PERIODS, type Panel, type PanelLook, type Period } from '@samudra/contract/dashboards'
import {
  BY_LABELS,
  COMPARISONS,
  MEASURE_LABELS,
  MEASURE_NAMES,
  MEASURES,
  type FigureBy,
  type FigureQuery,
} from '@samudra/contract/figures'
import { useState } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { PERIOD_LABELS } from '../period.ts'
import { NarrowFields } from './NarrowFields.tsx'
import { withMeasure } from './query-fields.ts'

type Props = { panel: Panel; close: () => void; save: (panel: Panel) => void }

const LOOK_LABELS: Record<PanelLook, string> = {
  number: 'Number',
  line: 'Lines',
  bar: 'Bars',
  stack: 'Stack',
  table: 'Table',
  brief: 'Brief',
  feeds: 'Feeds',
  alerts: 'Alerts',
  text: 'Text',
}
const COMPARE_LABELS = { previous: 'The period before', baseline: 'What is usual' } as const
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
              label="Look"
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
              { value: NONE, label: 'As the dashboard' },
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

function QueryFields({ query, change }: { query: FigureQuery; change: (query: FigureQuery) => void }) {
  const without = (field: 'by' | 'compare') => {
    const { [field]: _, ...rest } = query
    return rest
  }
  return (
    <>
      <Select
        label="What is counted"
        allowDeselect={false}
        value={query.measure}
        data={MEASURE_NAMES.map((value) => ({ value, label: MEASURE_LABELS[value] }))}
        onChange={(value) => value !== null && change(withMeasure(query, value))}
      />
      <Select
        label="By"
        allowDeselect={false}
        value={query.by ?? NONE}
        data={[
          { value: NONE, label: 'All together' },
          ...MEASURES[query.measure].map((value) => ({ value: value as string, label: BY_LABELS[value] })),
        ]}
        onChange={(value) =>
          change(value === NONE || value === null ? without('by') : { ...query, by: value as FigureBy })
        }
      />
      <Select
        label="Compared with"
        allowDeselect={false}
        value={query.compare ?? NONE}
        data={[
          { value: NONE, label: 'Nothing' },
          ...COMPARISONS.map((value) => ({ value: value as string, label: COMPARE_LABELS[value] })),
        ]}
        onChange={(value) =>
          change(
            value === NONE || value === null
              ? without('compare')
              : { ...query, compare: value as (typeof COMPARISONS)[number] },
          )
        }
      />
      <NarrowFields query={query} change={change} />
    </>
  )
}
