import { Button, Drawer } from '@mantine/core'
import {
  deleteEscalationPolicy,
  escalationPolicyKind,
  getEscalationPolicyVersions,
  stepText,
  type EscalationPolicy,
} from '@samudra/contract/escalation-policies'
import { IconPlus } from '@tabler/icons-react'
import { escalationPolicies } from '../../../../stored/escalation-policies.ts'
import { readingOf, useStored } from '../../../../stored/stores.ts'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { Beside } from '../../../../kit/pages/Beside.tsx'
import { Page } from '../../../../kit/pages/Page.tsx'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { Versions } from '../../../../kit/pages/Versions.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { useWording } from '../../../../kit/text/wording.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useVersions } from '../../../../wire/use-versions.ts'
import { AlertPages } from '../list/AlertPages.tsx'
import { PolicyForm } from './PolicyForm.tsx'

const NEW = 'new'
const COLUMNS: readonly Column<EscalationPolicy>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(120px, 1fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'steps',
    label: 'Steps',
    width: 'minmax(160px, 2fr)',
    cell: ({ steps }) => steps.map(stepText).join('; '),
    value: ({ steps }) => steps.map(stepText).join('; '),
  },
  { key: 'owner', label: 'Owner', width: '90px', cell: ({ owner }) => owner, value: ({ owner }) => owner },
]

/** Escalation policies, their steps and versions. */
export function Component() {
  const { valueOf, put, goTo } = useAddress()
  const { rows, isRead, fault, byId } = useStored(escalationPolicies)
  const open = byId.get(valueOf('open')) ?? null
  const changed = valueOf('change')
  return (
    <Page
      title="Escalation policies"
      subtitle="Alert definitions without one notify the supervisor, then the duty officer"
      actions={
        <>
          <AlertPages />
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => put('change', NEW)}>
            New policy
          </Button>
        </>
      }
    >
      <Beside
        details={
          open === null ? (
            <p className="dim">Select a policy to see its steps and versions.</p>
          ) : (
            <Details key={open.id} of={open} onChange={() => put('change', open.id)} />
          )
        }
      >
        <Table
          label="Escalation policies"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
          selected={open?.id ?? null}
          onOpen={({ id }) => put('open', id)}
          {...readingOf(escalationPolicies, { isRead, fault })}
          csv="escalation-policies.csv"
          name="escalation-policies"
          onSearch={goTo}
          empty={
            <Nothing title="No escalation policy" hint="Create one, then choose it in an alert definition." />
          }
        />
      </Beside>
      <Drawer
        opened={changed === NEW || byId.has(changed)}
        onClose={() => put('change', null)}
        position="right"
        size={640}
        title={changed === NEW ? 'New escalation policy' : `Change ${byId.get(changed)?.name ?? ''}`}
        overlayProps={{ backgroundOpacity: 0.25 }}
      >
        <PolicyForm
          key={changed}
          of={byId.get(changed) ?? null}
          onDone={(saved) => goTo(new URLSearchParams({ open: saved?.id ?? valueOf('open') }).toString())}
        />
      </Drawer>
    </Page>
  )
}

function Details({ of, onChange }: { of: EscalationPolicy; onChange: () => void }) {
  const words = useWording()
  const facts = escalationPolicyKind.fields
    .filter(({ label }) => label !== 'Name')
    .map(({ label, text }) => ({ label, text: text(of, words) }))
  return (
    <section className="details" aria-label={of.name}>
      <header>
        <h2>{of.name}</h2>
      </header>
      {of.mine && (
        <div className="details-acts" role="group" aria-label="Actions">
          <Button size="xs" onClick={onChange}>
            Change
          </Button>
          <QuestionButton
            label="Delete"
            question={{
              title: `Delete ${of.name}?`,
              text: 'Open alerts of this policy will notify the supervisor, then the duty officer.',
              act: 'Delete',
              needsReason: true,
              isGrave: true,
            }}
            act={async (reason) => {
              await call(deleteEscalationPolicy, { id: of.id, reason })
              escalationPolicies.drop(of.id)
              toast(`${of.name} is deleted`, 'good')
            }}
          />
        </div>
      )}
      <dl className="facts">
        {facts.map(({ label, text }) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <History of={of} />
    </section>
  )
}

function History({ of }: { of: EscalationPolicy }) {
  const { data } = useVersions(getEscalationPolicyVersions, of)
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label="Versions">
      <h3>Versions</h3>
      <Versions fields={escalationPolicyKind.fields} items={data.items} />
    </section>
  )
}
