import { Button, Drawer, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import {
  MOST_BLOCKS,
  REPORT_FORMATS,
  REPORT_KINDS,
  REPORT_PERIODS,
  reportTemplateKind,
  saveReportTemplate,
  type ReportTemplate,
} from '@samudra/contract/reports'
import { useState } from 'react'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { UsersPicker } from '../../../kit/forms/PeoplePicker.tsx'
import { AreaSelect, PortSelect } from '../../../kit/forms/PlaceSelect.tsx'
import { SeenBy } from '../../../kit/pages/SeenBy.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt } from '../../../wire/use-answer.ts'
import { BlocksEditor } from './BlocksEditor.tsx'
import { ReportPreview } from './ReportPreview.tsx'
import { KIND_LABELS, PERIOD_LABELS } from './report-texts.ts'

type Props = { of: ReportTemplate; close: () => void; saved: (template: ReportTemplate) => void }

/** Changes a template, or makes a new one of a copy, beside what it says with the data of its last period. */
export function ReportEditor({ of, close, saved }: Props) {
  const [draft, setDraft] = useState(of)
  const put = (change: Partial<ReportTemplate>) => setDraft({ ...draft, ...change })
  const isNew = of.id === ''
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="min(1200px, 100%)"
      title={isNew ? 'New report' : `Edit ${of.name}`}
    >
      <div className="report-editor">
        <EditForm
          className="report-form"
          aria-label={isNew ? 'New report' : `Edit ${of.name}`}
          kind={reportTemplateKind}
          of={isNew ? null : of}
          save={async (over) => {
            const { name, kind, blocks, period, zone, filters, recipients, formats, visibility } = draft
            const fields = { name, kind, blocks, period, zone, filters, recipients, formats, visibility }
            saved(
              await call(
                saveReportTemplate,
                over === null ? fields : { id: over.id, expected_version: over.version, ...fields },
              ),
            )
          }}
          typed={(theirs) => ({ ...theirs, ...draft, id: theirs.id, version: theirs.version })}
          take={(theirs) => setDraft(theirs)}
          renderButtons={(isBusy) => (
            <div className="report-buttons">
              <Button size="xs" variant="default" onClick={close}>
                Cancel
              </Button>
              <Button
                size="xs"
                type="submit"
                disabled={isBusy || draft.name.trim() === '' || draft.blocks.length === 0}
              >
                Save
              </Button>
            </div>
          )}
        >
          {(fault) => (
            <>
              <TextInput
                label="Name"
                data-autofocus
                value={draft.name}
                maxLength={120}
                error={faultAt(fault, 'name')}
                onChange={(event) => put({ name: event.currentTarget.value })}
              />
              <div className="report-columns">
                <Select
                  label="Kind"
                  allowDeselect={false}
                  value={draft.kind}
                  data={REPORT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
                  onChange={(kind) => kind !== null && put({ kind })}
                />
                <Select
                  label="Period"
                  allowDeselect={false}
                  value={draft.period}
                  data={REPORT_PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
                  onChange={(period) => period !== null && put({ period })}
                />
                <Select
                  label="Time zone"
                  searchable
                  allowDeselect={false}
                  value={draft.zone}
                  data={[...new Set(['UTC', draft.zone, ...Intl.supportedValuesOf('timeZone')])]}
                  onChange={(zone) => zone !== null && put({ zone })}
                />
              </div>
              <PlaceFilters filters={draft.filters} change={(filters) => put({ filters })} />
              <BlocksEditor
                blocks={draft.blocks}
                isFull={draft.blocks.length >= MOST_BLOCKS}
                change={(blocks) => put({ blocks })}
                fault={faultAt(fault, 'blocks') ?? null}
              />
              <UsersPicker
                label="Recipients"
                description="Each recipient sees only data they may see."
                value={draft.recipients.user_ids}
                onChange={(user_ids) => put({ recipients: { ...draft.recipients, user_ids } })}
              />
              <TagsInput
                label="E-mail addresses"
                description="They receive the report of the owner."
                value={draft.recipients.addresses}
                error={faultAt(fault, 'recipients')}
                onChange={(addresses) => put({ recipients: { ...draft.recipients, addresses } })}
              />
              <MultiSelect
                label="Files"
                value={draft.formats}
                data={REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
                onChange={(formats) => formats.length > 0 && put({ formats })}
              />
              <SeenBy value={draft.visibility} onChange={(visibility) => put({ visibility })} />
            </>
          )}
        </EditForm>
        <section className="report-beside" aria-label="Preview">
          {draft.blocks.length > 0 && <ReportPreview content={draft} />}
        </section>
      </div>
    </Drawer>
  )
}

type Filters = ReportTemplate['filters']

/** Choice of the area and the port of all blocks that name none. */
function PlaceFilters({ filters, change }: { filters: Filters; change: (filters: Filters) => void }) {
  return (
    <div className="report-columns">
      <AreaSelect
        label="Area"
        placeholder="Everywhere"
        clearable
        value={filters.area ?? ''}
        onPick={(area) => change(filtersOf({ ...filters, area }))}
      />
      <PortSelect
        label="Port"
        placeholder="All ports"
        clearable
        value={filters.port ?? ''}
        onPick={(port) => change(filtersOf({ ...filters, port }))}
      />
    </div>
  )
}

/** Returns filters without those that were cleared. */
const filtersOf = ({
  area,
  port,
}: {
  area?: string | null | undefined
  port?: string | null | undefined
}): ReportTemplate['filters'] => ({
  ...(area == null ? {} : { area }),
  ...(port == null ? {} : { port }),
})
