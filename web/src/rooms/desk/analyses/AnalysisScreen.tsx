import { Button, Menu } from '@mantine/core'
import { analyse, type SavedAnalysis } from '@samudra/contract/analyses'
import { useEffect, useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { analyses } from './analyses.store.ts'
import { addressOf, readBox, requestIn, subjectIn, type AnalysisRequest } from './analysis-address.ts'
import { AnalysisForm, usualPeriod } from './AnalysisForm.tsx'
import { AnalysisResult } from './AnalysisResult.tsx'
import { SaveAnalysis } from './SaveAnalysis.tsx'
import './analysis.css'

/** Any input: the query is off until there is a request. */
const NONE: AnalysisRequest = { subject: { kind: 'AREA', id: '' }, from: '', to: '' }
const EMPTY = { id: null, kind: null, of: null, box: null, from: null, to: null, compare: null }

/** Screen that shows who was in an area, at a port or on a list, how long, and what was unusual. */
export function Component() {
  const { valueOf, putAll } = useAddress()
  const { rows, byId, isRead, fault } = useStored(analyses)
  const id = valueOf('id')
  const saved = byId.get(id) ?? null
  const box = valueOf('kind') === 'SHAPE' ? readBox(valueOf('box')) : null
  const request = requestIn(valueOf, saved)
  const subject = subjectIn(valueOf) ?? saved?.subject ?? null
  const [isSaving, setSaving] = useState(false)
  const isUndated = id === '' && subject !== null && request === null
  useEffect(() => {
    // A link that names a subject alone leads to its analysis of the usual period.
    if (isUndated) putAll(usualPeriod())
  }, [isUndated, putAll])
  const { data, error, refetch, isFetching } = useAnswer(analyse, request ?? NONE, {
    enabled: request !== null,
  })
  const isGone = id !== '' && saved === null && isRead
  const isOpening = id !== '' && saved === null && !isRead && fault === null
  return (
    <Page
      title={saved?.name ?? 'Analysis'}
      subtitle={saved === null || saved.mine ? '' : `by ${saved.owner}`}
      actions={
        <>
          <SavedPicker found={saved} all={rows} choose={(next) => putAll({ ...EMPTY, id: next })} />
          <Button
            size="xs"
            variant="default"
            disabled={data === undefined || request === null}
            onClick={() => setSaving(true)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="analysis">
        {!isOpening && (
          <AnalysisForm
            // Another address brings a new form with what it requests.
            key={`${id} ${JSON.stringify([subject, request])}`}
            subject={subject}
            request={request}
            box={box}
            isBusy={isFetching}
            run={(next, nextBox) => {
              const address = addressOf(next, nextBox)
              const isSame = request !== null && JSON.stringify(next) === JSON.stringify(request)
              if (isSame) void refetch()
              else putAll(address)
            }}
          />
        )}
        {isOpening ? (
          <Waiting />
        ) : fault !== null && id !== '' && saved === null ? (
          <Failed error={new Error(fault)} onRetry={() => analyses.read()} />
        ) : isGone && request === null ? (
          <Nothing title="This analysis was deleted or is not shared with you" />
        ) : request === null ? (
          <Nothing
            title="No analysis yet"
            hint="Choose an area, a port, a vessel list or a box and a period, then press Analyse."
          />
        ) : error !== null ? (
          <Failed error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Waiting />
        ) : (
          <AnalysisResult analysis={data} />
        )}
      </div>
      {isSaving && data !== undefined && request !== null && (
        <SaveAnalysis
          of={saved}
          label={data.label}
          request={request}
          close={() => setSaving(false)}
          saved={(one) => {
            setSaving(false)
            putAll({ ...EMPTY, id: one.id })
          }}
          removed={() => {
            setSaving(false)
            putAll(EMPTY)
          }}
        />
      )}
    </Page>
  )
}

type PickerProps = {
  found: SavedAnalysis | null
  all: readonly SavedAnalysis[]
  choose: (id: string | null) => void
}
function SavedPicker({ found, all, choose }: PickerProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default">
          Saved analyses
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.length === 0 && <Menu.Label>None saved yet</Menu.Label>}
        {all.map(({ id, name, mine, owner }) => (
          <Menu.Item key={id} aria-current={found?.id === id || undefined} onClick={() => choose(id)}>
            {name} {!mine && <small>by {owner}</small>}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose(null)}>New analysis</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
