import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import {
  addWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  SHORTEST_SECRET,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '@samudra/contract/webhooks'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt, useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'

/** Interval at which deliveries are read again, as their state changes by itself. */
const AGAIN_MS = 10_000

/** Shows the outside addresses that administrators' rules call, what was sent to each, and the result. */
export function WebhooksPart() {
  const { data, error, refetch } = useAnswer(getWebhooks, {}, { everyMs: AGAIN_MS, keep: true })
  const [open, setOpen] = useState<string | null>(null)
  const [isNew, setIsNew] = useState(false)
  const rows = data?.items ?? []
  const shown = rows.find(({ id }) => id === open)
  return (
    <section className="system-part">
      <header>
        <h2>Webhooks</h2>
        <Button size="xs" variant="default" onClick={() => setIsNew(true)}>
          Add webhook
        </Button>
      </header>
      {isNew && <WebhookForm of={null} onDone={() => setIsNew(false)} />}
      <Table
        label="Webhooks"
        isInText
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        selected={open}
        onOpen={({ id }) => setOpen(id === open ? null : id)}
        isWaiting={data === undefined}
        error={data === undefined ? error : null}
        onRetry={() => refetch()}
        empty={<p className="settings-none">No webhooks yet. Add one, then use it in a rule action.</p>}
      />
      {shown !== undefined && <One key={shown.id} of={shown} onClose={() => setOpen(null)} />}
    </section>
  )
}

const COLUMNS: readonly Column<Webhook>[] = [
  { key: 'name', label: 'Name', isHead: true, cell: ({ name }) => name, value: ({ name }) => name },
  { key: 'url', label: 'Address', cell: ({ url }) => url, value: ({ url }) => url },
  {
    key: 'waiting',
    label: 'Waiting',
    isNumber: true,
    cell: ({ waiting }) => waiting,
    value: ({ waiting }) => waiting,
  },
  {
    key: 'failed',
    label: 'Failed (7 d)',
    isNumber: true,
    cell: ({ failed_7d }) => failed_7d,
    value: ({ failed_7d }) => failed_7d,
  },
  {
    key: 'sent',
    label: 'Last success',
    cell: ({ last_sent_at }) => (last_sent_at === null ? 'Never' : <When at={last_sent_at} />),
    value: ({ last_sent_at }) => last_sent_at,
  },
]

/** Shows what was sent to one address, and the actions on it. */
function One({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const [isChanging, setIsChanging] = useState(false)
  const { data, error, refetch } = useAnswer(
    getWebhookDeliveries,
    { id: of.id, limit: 100 },
    { everyMs: AGAIN_MS, keep: true },
  )
  const stale = useStale()
  return (
    <section className="webhook" aria-label={`Webhook ${of.name}`}>
      <div className="webhook-acts">
        <ActionButton
          size="xs"
          variant="default"
          onClick={async () => {
            const { ok, why, took_ms } = await call(testWebhook, { id: of.id })
            toast(
              ok ? `${of.name} answered in ${took_ms} ms` : `${of.name} failed: ${why}`,
              ok ? 'good' : 'bad',
            )
          }}
        >
          Send test
        </ActionButton>
        <Button size="xs" variant="default" onClick={() => setIsChanging(true)}>
          Change
        </Button>
        <QuestionButton
          label="Remove"
          question={{
            title: `Remove ${of.name}?`,
            text: 'Rules no longer call it. Waiting deliveries are dropped.',
            act: 'Remove',
            needsReason: true,
            isGrave: true,
          }}
          act={async (reason) => {
            await call(deleteWebhook, { id: of.id, reason })
            stale(getWebhooks)
            onClose()
          }}
        />
      </div>
      {isChanging && <WebhookForm of={of} onDone={() => setIsChanging(false)} />}
      <Table
        label={`Deliveries to ${of.name}`}
        isInText
        columns={DELIVERY_COLUMNS}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        isWaiting={data === undefined}
        error={data === undefined ? error : null}
        onRetry={() => refetch()}
        empty={<p className="settings-none">No deliveries yet.</p>}
      />
    </section>
  )
}

const LOOKS = { SENT: 'OK', WAITS: 'SLOW', FAILED: 'DOWN' } as const
const STATE_WORDS = { SENT: 'Delivered', WAITS: 'Waiting', FAILED: 'Failed' } as const
const DELIVERY_COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    key: 'state',
    label: 'State',
    cell: ({ state }) => (
      <span className="state" data-state={LOOKS[state]}>
        {STATE_WORDS[state]}
      </span>
    ),
    value: ({ state }) => STATE_WORDS[state],
  },
  {
    key: 'at',
    label: 'Since',
    isHead: true,
    cell: ({ created_at }) => <When at={created_at} />,
    value: ({ created_at }) => created_at,
  },
  { key: 'event', label: 'Event', cell: ({ event }) => event, value: ({ event }) => event },
  {
    key: 'why',
    label: 'Error',
    cell: ({ why, tries, next_at }) =>
      why === '' ? (
        ''
      ) : (
        <>
          {why} ({countWords(tries, 'try', 'tries')}
          {next_at !== null && (
            <>
              , next <When at={next_at} />
            </>
          )}
          )
        </>
      ),
    value: ({ why }) => why || null,
  },
  {
    key: 'sent',
    label: 'Delivered',
    cell: ({ sent_at }) => (sent_at === null ? '' : <When at={sent_at} />),
    value: ({ sent_at }) => sent_at,
  },
]

/** Declares a webhook, or changes one; its secret is written and never read back. */
function WebhookForm({ of, onDone }: { of: Webhook | null; onDone: () => void }) {
  const [name, setName] = useState(of?.name ?? '')
  const [url, setUrl] = useState(of?.url ?? '')
  const [secret, setSecret] = useState('')
  const [isLocal, setIsLocal] = useState(of?.is_local ?? false)
  const needsSecret = url.trim() !== of?.url
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async () => {
    const fields = { name, url, is_local: isLocal }
    if (of === null) await call(addWebhook, { ...fields, secret })
    else
      await call(updateWebhook, {
        id: of.id,
        expected_version: of.version,
        ...fields,
        ...(secret === '' ? {} : { secret }),
      })
    stale(getWebhooks)
    onDone()
  })
  return (
    <Form
      className="webhook-form"
      aria-label={of === null ? 'Add webhook' : `Change ${of.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <TextInput
        size="xs"
        label="Name"
        required
        withAsterisk={false}
        maxLength={80}
        value={name}
        error={faultAt(fault, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label="Address"
        required
        withAsterisk={false}
        placeholder="https://centre.example/hook"
        value={url}
        error={faultAt(fault, 'url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <PasswordInput
        size="xs"
        label="Secret"
        description={`Signs each delivery; at least ${SHORTEST_SECRET} characters. ${secretNote(of, needsSecret)}`}
        required={needsSecret}
        withAsterisk={false}
        autoComplete="off"
        minLength={SHORTEST_SECRET}
        value={secret}
        error={faultAt(fault, 'secret')}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label="Address is on this machine or the local network"
        checked={isLocal}
        onChange={(event) => setIsLocal(event.currentTarget.checked)}
      />
      <Refused fault={fault} />
      <div className="webhook-acts">
        <ActionButton size="xs" type="submit" isBusy={isBusy}>
          {of === null ? 'Add' : 'Save'}
        </ActionButton>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function secretNote(of: Webhook | null, needsSecret: boolean): string {
  if (of === null) return 'It is not shown again.'
  return needsSecret ? 'The address changed: enter its secret.' : 'Leave empty to keep the saved secret.'
}
