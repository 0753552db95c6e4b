import { DEFINITION_STATE_LABELS } from '@samudra/contract/labels'
import { Button, Drawer, Select } from '@mantine/core'
import { ALERT_DEFINITION_STATES, type AlertDefinition } from '@samudra/contract/alert-definitions'
import { alertsChanged } from '@samudra/contract/alerts'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { readingOf, useStored } from '../../../../stored/stores.ts'
import { rules } from '../../../../stored/rules.ts'
import { AddressWords } from '../../../../kit/forms/AddressWords.tsx'
import { Beside } from '../../../../kit/pages/Beside.tsx'
import { Page } from '../../../../kit/pages/Page.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { usePush } from '../../../../wire/push.ts'
import { AlertPages } from '../list/AlertPages.tsx'
import { columnsOf } from './definition-columns.tsx'
import { filledIn } from './definition-draft.ts'
import { DefinitionDetails } from './DefinitionDetails.tsx'
import { DefinitionForm } from './DefinitionForm.tsx'
import { definitions } from '../../../../stored/definitions.ts'
import { raisedBy } from './definition-words.ts'
import './definitions.css'

const STATES = ALERT_DEFINITION_STATES.map((value) => ({ value, label: DEFINITION_STATE_LABELS[value] }))
const NEW = 'new'

/** Lists definitions: what raises alerts, for which subject, for which audience and how often. */
export function Component() {
  const { valueOf, put, goTo } = useAddress()
  const { rows, all, isRead, fault, byId, names } = useDefinitions(valueOf('q'), valueOf('state'))
  useCounts()
  const open = byId.get(valueOf('open')) ?? null
  const changed = valueOf('change')
  const inError = all.filter(({ state }) => state === 'ERROR' || state === 'REVIEW_DUE').length
  return (
    <Page
      title="Alert definitions"
      subtitle={inError === 0 ? '' : `${countWords(inError, 'definition')} to review`}
      actions={
        <>
          <AlertPages />
          <AddressWords
            w={150}
            aria-label="Find a definition"
            placeholder="Name, rule, owner"
            value={valueOf('q')}
            onChange={(words) => put('q', words)}
          />
          <Select
            size="xs"
            w={130}
            clearable
            aria-label="State"
            placeholder="Any state"
            data={STATES}
            value={valueOf('state') === '' ? null : valueOf('state')}
            onChange={(value) => put('state', value)}
          />
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => put('change', NEW)}>
            New definition
          </Button>
        </>
      }
    >
      <Beside
        details={
          open === null ? (
            <p className="dim">Select a definition to see its alerts.</p>
          ) : (
            <DefinitionDetails
              key={open.id}
              of={open}
              rules={names}
              onChange={() => put('change', open.id)}
            />
          )
        }
      >
        <Table
          label="Alert definitions"
          columns={useMemo(() => columnsOf(names), [names])}
          rows={rows}
          rowKey={({ id }) => id}
          selected={open?.id ?? null}
          onOpen={({ id }) => put('open', id)}
          {...readingOf(definitions, { isRead, fault })}
          csv="alert-definitions.csv"
          name="alert-definitions"
          onSearch={goTo}
          empty={
            <Nothing title="No definition matches" hint="Choose another state, or create a definition." />
          }
        />
      </Beside>
      <Drawer
        opened={changed === NEW || byId.has(changed)}
        onClose={() => goTo(withoutForm(valueOf))}
        position="right"
        size={720}
        title={changed === NEW ? 'New alert definition' : `Change ${byId.get(changed)?.name ?? ''}`}
        overlayProps={{ backgroundOpacity: 0.25 }}
      >
        <DefinitionForm
          key={`${changed} ${valueOf('fill')}`}
          of={byId.get(changed) ?? null}
          fill={filledIn(valueOf('fill'))}
          onDone={(saved) => goTo(withoutForm(valueOf, saved))}
        />
      </Drawer>
    </Page>
  )
}

/** The address when the form is closed, with what it saved open. */
function withoutForm(valueOf: (name: string) => string, saved: AlertDefinition | null = null): string {
  const { q, state, open } = { q: valueOf('q'), state: valueOf('state'), open: saved?.id ?? valueOf('open') }
  return new URLSearchParams(
    Object.entries({ q, state, open }).filter(([, value]) => value !== ''),
  ).toString()
}

function useDefinitions(q: string, state: string) {
  const { rows: all, isRead, fault, byId } = useStored(definitions)
  const { byId: names } = useStored(rules)
  const rows = useMemo(() => {
    const words = q.trim().toLowerCase()
    return all.filter(
      (one) =>
        (state === '' || one.state === state) &&
        `${one.name} ${one.owner} ${raisedBy(one, names)}`.toLowerCase().includes(words),
    )
  }, [all, q, state, names])
  return { rows, all, isRead, fault, byId, names }
}

/** Time in which pushed alerts are gathered and counted together. */
const GATHER_MS = 3000
/** Reads a definition again when it raises an alert, because that makes no new version. */
function useCounts() {
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  usePush(alertsChanged, (alerts) => {
    for (const { definition_id } of alerts) if (definition_id !== null) waiting.current.add(definition_id)
    if (waiting.current.size === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void definitions.again(...waiting.current)
      waiting.current.clear()
    }, GATHER_MS)
  })
}
