import { Button, Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import {
  addFeed,
  FEED_KINDS,
  getFeeds,
  tryFeed,
  updateFeed,
  type Feed,
  type FeedTest,
} from '@samudra/contract/feeds'
import { useState } from 'react'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { Refused } from '../../../kit/pages/Refused.tsx'
import { toast } from '../../../kit/toasts.ts'
import { call } from '../../../wire/call.ts'
import { useAction, useStale, type Fault } from '../../../wire/use-answer.ts'
import { connectionOf, draftOf, FEED_WORDS, feedOf, NEW_FEED, type FeedDraft } from './feed-draft.ts'
import { StationsField } from './Stations.tsx'
import { TestResult } from './TestResult.tsx'

const KINDS = FEED_KINDS.filter((kind) => kind !== 'nmea-stdin').map((value) => ({
  value,
  label: FEED_WORDS[value].label,
}))
const TRY_S = 10

/** Adds or changes a feed; a test shows the data it would receive before it is saved. */
export function FeedForm({ of, onDone }: { of: Feed | null; onDone: () => void }) {
  const [draft, setDraft] = useState(() => (of === null ? NEW_FEED : draftOf(of)))
  const [result, setReported] = useState<FeedTest | null>(null)
  const stale = useStale()
  const set = (change: Partial<FeedDraft>) => setDraft((before) => ({ ...before, ...change }))
  const save = useAction(async () => {
    const given = feedOf(draft)
    if (of === null) await call(addFeed, given)
    else await call(updateFeed, { id: of.id, expected_version: of.version, ...given })
    toast(of === null ? `${given.name} is added` : `${given.name} is changed`, 'good')
    stale(getFeeds)
    onDone()
  })
  const attempt = useAction(async () => {
    setReported(null)
    setReported(await call(tryFeed, { ...connectionOf(draft), seconds: TRY_S }))
  })
  const fault = save.fault ?? attempt.fault
  return (
    <Form
      className="feed-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <Fields draft={draft} set={set} fault={fault} hasSecret={of?.has_secret === true} />
      <Refused fault={fault} />
      <div className="feed-acts">
        <Button type="submit" size="xs" loading={save.isBusy}>
          {of === null ? 'Save feed' : 'Save'}
        </Button>
        <Button size="xs" variant="default" loading={attempt.isBusy} onClick={() => void attempt.run()}>
          {`Test for ${TRY_S} seconds`}
        </Button>
      </div>
      {attempt.isBusy && (
        <p className="feed-note" role="status">
          Connecting and listening; nothing of it reaches the picture.
        </p>
      )}
      {result !== null && <TestResult result={result} />}
    </Form>
  )
}

type FieldsProps = {
  draft: FeedDraft
  set: (change: Partial<FeedDraft>) => void
  fault: Fault | null
  hasSecret: boolean
}
function Fields({ draft, set, fault, hasSecret }: FieldsProps) {
  const why = (field: string) => fault?.fields.find((one) => one.field === field)?.why
  const number = (
    field: 'priority' | 'trust' | 'expected_interval_s',
    label: string,
    hint: string,
    range: object,
  ) => (
    <NumberInput
      size="xs"
      label={label}
      description={hint}
      value={draft[field]}
      error={why(field)}
      onChange={(value) => set({ [field]: Number(value) })}
      {...range}
    />
  )
  return (
    <>
      <NameInput
        size="xs"
        maxLength={100}
        value={draft.name}
        error={why('name')}
        onChange={(name) => set({ name })}
      />
      <Select
        size="xs"
        label="Kind"
        allowDeselect={false}
        data={KINDS}
        value={draft.kind}
        error={why('kind')}
        onChange={(value) => set({ kind: FEED_KINDS.find((kind) => kind === value)! })}
      />
      <TextInput
        size="xs"
        label="Address"
        placeholder={FEED_WORDS[draft.kind].address}
        value={draft.address}
        error={why('address')}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        label="Source"
        description="Owner of the data. Rights and priorities depend on it."
        required
        withAsterisk={false}
        maxLength={40}
        value={draft.source}
        error={why('source')}
        onChange={(event) => set({ source: event.currentTarget.value.toUpperCase() })}
      />
      <div className="feed-numbers">
        {number('priority', 'Priority', '1 is highest, 100 lowest', {
          min: 1,
          max: 100,
          allowDecimal: false,
        })}
        {number('trust', 'Trust', '0 (low) to 1 (high)', { min: 0, max: 1, step: 0.1, decimalScale: 2 })}
        {number('expected_interval_s', 'Expected message interval', 'seconds', { min: 0.1, max: 86_400 })}
      </div>
      <PasswordInput
        size="xs"
        label="Key"
        description={
          hasSecret
            ? 'A key is stored and never shown. Enter a new key to replace it.'
            : 'If the server requires one.'
        }
        autoComplete="off"
        maxLength={500}
        disabled={draft.dropsSecret}
        value={draft.secret}
        error={why('secret')}
        onChange={(event) => set({ secret: event.currentTarget.value })}
      />
      {hasSecret && (
        <Checkbox
          size="xs"
          label="Remove stored key"
          checked={draft.dropsSecret}
          onChange={(event) => set({ dropsSecret: event.currentTarget.checked, secret: '' })}
        />
      )}
      <Textarea
        size="xs"
        label="Options"
        description="name=value, one a line, such as tls=true"
        autosize
        minRows={2}
        value={draft.options}
        error={why('options')}
        onChange={(event) => set({ options: event.currentTarget.value })}
      />
      <StationsField stations={draft.stations} fault={fault} onChange={(stations) => set({ stations })} />
    </>
  )
}
