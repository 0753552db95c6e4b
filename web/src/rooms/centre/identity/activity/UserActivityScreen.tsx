import { Button, Drawer, Menu, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  exportAudit,
  getUserActivity,
  RECORD_SEARCH,
  verifyAudit,
  type AuditRecord,
} from '@samudra/contract/audit'
import { readTextSearch } from '@samudra/contract/full-text'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { Page } from '../../../../kit/pages/Page.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { When } from '../../../../kit/text/When.tsx'
import { call, download } from '../../../../wire/call.ts'
import { saveFile } from '../../../../kit/save-file.ts'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { useSettings } from '../../../../kit/settings.ts'
import { useAction } from '../../../../wire/use-answer.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { ACTION_CHOICES, actionWords, gathered, type Gathered } from './action-words.ts'
import { objectWords, RecordDetails } from './RecordDetails.tsx'
import { SessionsList } from '../account/SessionsList.tsx'
import '../account/account.css'
import '../login/login.css'
import '../users/users.css'

const recordKey = ({ seq }: AuditRecord) => String(seq)
const ACTIONS = [{ value: '', label: 'All actions' }, ...ACTION_CHOICES]
const SPANS = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 h' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
]
const HOUR_MS = 3_600_000

/** Returns the search as typed and chosen; `why` it cannot be read. */
function useRecordSearch() {
  const [query, onQuery] = useState('')
  const [words] = useDebouncedValue(query, 300)
  const [action, onAction] = useState('')
  const [from, onFrom] = useState<string | null>(null)
  const zone = useSettings((state) => state['datetime.zone'])
  const request = readTextSearch(words, RECORD_SEARCH)
  return {
    search: {
      ...(words === '' || !request.ok ? {} : { q: words, zone }),
      ...(action === '' ? {} : { action }),
      ...(from === null ? {} : { from }),
    },
    why: request.ok ? undefined : `The search ${request.why}.`,
    filters: { query, onQuery, action, onAction, onFrom, isWrong: !request.ok },
  }
}

/**
 * Shows which user did what, when and from where; records are searched, read one by one, proven unchanged and
 * exported.
 */
export function Component() {
  const [view, setView] = useState('record')
  const [opened, setOpened] = useState<AuditRecord | null>(null)
  const { search, why, filters } = useRecordSearch()
  const { first, table } = usePages(getUserActivity, search, {
    rowKey: recordKey,
    enabled: why === undefined,
  })
  const verify = useAction(async () => {
    const reported = await call(verifyAudit, {})
    if (reported.intact)
      toast(
        `The audit record is intact: ${countWords(reported.records, 'entry', 'entries')} checked in ${reported.took_ms} ms.`,
        'good',
      )
    else
      toast(
        `The audit record was tampered with: entry ${reported.broken[0]?.seq} ${reported.broken[0]?.why}.`,
        'bad',
        {
          ms: 60_000,
        },
      )
  })
  const save = useAction(async (format: 'jsonl' | 'csv' | 'pdf') => {
    const { data, bytes } = await download(exportAudit, { ...search, format })
    saveFile(data.name, data.content_type, bytes)
  })
  const rows = useMemo(() => gathered(table.rows), [table.rows])
  const total = why === undefined ? first?.total : undefined
  const fault = verify.fault ?? save.fault

  return (
    <Page
      title="User activity"
      subtitle={total === undefined ? '' : countWords(total, 'entry', 'entries')}
      actions={
        <>
          <Segments
            label="View"
            data={[
              { value: 'record', label: 'Audit record' },
              { value: 'sessions', label: 'Open sessions' },
            ]}
            value={view}
            onChange={setView}
          />
          <Filters {...filters} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShieldCheck size={14} />}
            loading={verify.isBusy}
            onClick={() => void verify.run()}
          >
            Verify
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} />}
                loading={save.isBusy}
              >
                Export
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void save.run('csv')}>As CSV</Menu.Item>
              <Menu.Item onClick={() => void save.run('jsonl')}>As JSON lines</Menu.Item>
              <Menu.Item onClick={() => void save.run('pdf')}>As PDF</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {fault !== null && (
        <p className="login-refusal" role="alert">
          {fault.message}
        </p>
      )}
      {view === 'sessions' && <SessionsList />}
      {view === 'record' && (
        <Table
          label="Audit record"
          name="user-activity"
          columns={COLUMNS}
          selected={opened === null ? null : String(opened.seq)}
          onOpen={setOpened}
          {...table}
          rows={why === undefined ? rows : []}
          isWaiting={why === undefined && table.isWaiting}
          error={why === undefined ? table.error : null}
          empty={
            why === undefined ? (
              <Nothing title="No entries found" hint="Change the search or the filters." />
            ) : (
              <Nothing title="Invalid search" hint={why} />
            )
          }
        />
      )}
      <RecordDrawer record={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}

function RecordDrawer({ record, onClose }: { record: AuditRecord | null; onClose: () => void }) {
  return (
    <Drawer
      opened={record !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={record === null ? '' : `Entry ${record.seq}`}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {record !== null && <RecordDetails record={record} />}
    </Drawer>
  )
}

/** Shows the search inputs of the record. */
function Filters(props: {
  /** The text cannot be read. */
  isWrong: boolean
  query: string
  onQuery: (query: string) => void
  action: string
  onAction: (action: string) => void
  onFrom: (from: string | null) => void
}) {
  const [span, setSpan] = useState('')
  return (
    <>
      <TextInput
        size="xs"
        placeholder="Words, user:name, before:day"
        aria-label="Search audit record"
        title={`Words, "phrases", -not, ${[...RECORD_SEARCH.fields, 'before', 'after', 'on'].map((one) => `${one}:`).join(' ')}`}
        error={props.isWrong}
        w={230}
        value={props.query}
        onChange={(event) => props.onQuery(event.currentTarget.value)}
      />
      <Select
        size="xs"
        w={230}
        aria-label="Action"
        searchable
        data={ACTIONS}
        value={props.action}
        allowDeselect={false}
        onChange={(value) => props.onAction(value ?? '')}
      />
      <Select
        size="xs"
        w={120}
        aria-label="Time"
        data={SPANS}
        value={span}
        allowDeselect={false}
        onChange={(value) => {
          setSpan(value ?? '')
          props.onFrom(
            value === null || value === ''
              ? null
              : new Date(Date.now() - Number(value) * HOUR_MS).toISOString(),
          )
        }}
      />
    </>
  )
}

const COLUMNS: Column<Gathered>[] = [
  { key: 'at', label: 'Time', width: '196px', cell: (one) => <When at={one.at} /> },
  {
    key: 'actor',
    label: 'User',
    width: 'minmax(80px, 1fr)',
    cell: (one) => <strong>{one.actor || 'nobody'}</strong>,
  },
  {
    key: 'action',
    label: 'Action',
    width: 'minmax(220px, 1.4fr)',
    cell: (one) =>
      one.times === 1 ? (
        <span title={one.action}>{actionWords(one.action)}</span>
      ) : (
        <span title={`Changed display settings ${one.times} times`}>
          {one.times} × changed display settings
        </span>
      ),
  },
  {
    key: 'object',
    label: 'Object',
    width: 'minmax(150px, 1.4fr)',
    cell: (one) => objectWords(one),
  },
  {
    key: 'result',
    label: 'Result',
    width: '150px',
    cell: (one) => (
      <span className="record-result" data-ok={one.result === 'OK'}>
        {one.result}
      </span>
    ),
  },
  { key: 'reason', label: 'Reason', width: 'minmax(120px, 1.4fr)', cell: (one) => one.reason },
  { key: 'ip', label: 'Address', width: '130px', cell: (one) => <span className="figures">{one.ip}</span> },
]
