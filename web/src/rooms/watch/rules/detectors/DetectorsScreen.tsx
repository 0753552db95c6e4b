import { Select } from '@mantine/core'
import { getAlertFigures } from '@samudra/contract/alert-figures'
import { useMemo } from 'react'
import { readingOf, useStored } from '../../../../kept/stores.ts'
import { AddressWords } from '../../../../kit/forms/AddressWords.tsx'
import { Beside } from '../../../../kit/pages/Beside.tsx'
import { Page } from '../../../../kit/pages/Page.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { RulePages } from '../RulePages.tsx'
import { columnsOf, type Figures } from './columns.tsx'
import { setOtherwise } from './detector-draft.ts'
import { DetectorDetails } from './DetectorDetails.tsx'
import { detectors } from './detectors.store.ts'
import { useDetectorStates } from './use-detector-states.ts'
import './detectors.css'

const STATES = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
  { value: 'set', label: 'Not as usual' },
]

/** What the product looks for by itself, by which numbers, and what came of it. */
export function Component() {
  const { rows: all, byId, isRead, fault } = useStored(detectors)
  const { valueOf, put, goTo } = useAddress()
  const { figures, why } = useFigures()
  const stateOf = useDetectorStates()
  const [q, state] = [valueOf('q'), valueOf('state')]
  const rows = useMemo(() => {
    const words = q.trim().toLowerCase()
    return all.filter(
      (one) =>
        (state === '' || (state === 'set' ? setOtherwise(one) > 0 : one.enabled === (state === 'on'))) &&
        `${one.label} ${one.code} ${one.text} ${one.description}`.toLowerCase().includes(words),
    )
  }, [all, q, state])
  const open = byId.get(valueOf('open')) ?? null
  const off = all.filter(({ enabled }) => !enabled).length
  return (
    <Page
      title="Detectors"
      subtitle={isRead ? `${countWords(all.length, 'detector')}, ${off === 0 ? 'all on' : `${off} off`}` : ''}
      actions={
        <>
          <RulePages />
          <AddressWords
            w={170}
            aria-label="Find a detector"
            placeholder="Name, what it finds"
            value={q}
            onChange={(words) => put('q', words)}
          />
          <Select
            size="xs"
            w={130}
            clearable
            aria-label="State"
            placeholder="Every state"
            data={STATES}
            value={state === '' ? null : state}
            onChange={(value) => put('state', value)}
          />
        </>
      }
    >
      <Beside
        label="The detector"
        isWide
        details={
          open === null ? (
            <p className="dim">Open a detector with Enter or the pointer to see what it asks.</p>
          ) : (
            <DetectorDetails
              key={open.id}
              of={open}
              figures={figures?.get(open.code)}
              state={stateOf(open)}
            />
          )
        }
      >
        {why !== null && <p className="dim">Their alerts could not be counted: {why}</p>}
        <Table
          label="Detectors"
          columns={useMemo(() => columnsOf(figures, stateOf), [figures, stateOf])}
          rows={rows}
          rowKey={({ id }) => id}
          selected={open?.id ?? null}
          onOpen={({ id }) => put('open', id)}
          {...readingOf(detectors, { isRead, fault })}
          csv="detectors.csv"
          name="detectors"
          onSearch={goTo}
          empty={<Nothing title="No detector fits" hint="Ask for another state, or other words." />}
        />
      </Beside>
    </Page>
  )
}

/** What the alerts of each detector came to in the last 7 days; why not, where they are too many. */
function useFigures(): { figures: Figures; why: string | null } {
  const { data, error } = useAnswer(getAlertFigures, { by: 'DETECTOR' }, { keep: true })
  const figures = useMemo(() => data && new Map(data.items.map((one) => [one.id, one])), [data])
  return { figures, why: error?.message ?? null }
}
