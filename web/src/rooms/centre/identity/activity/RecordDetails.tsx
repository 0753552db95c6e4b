import type { AuditRecord } from '@samudra/contract/audit'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { When } from '../../../../kit/text/When.tsx'
import { actionWords } from './action-words.ts'
import { changesOf, isObject, type Change } from './record-changes.ts'

const CHANGES: Column<Change>[] = [
  { key: 'field', label: 'Field', cell: ({ field }) => field, isHead: true },
  { key: 'before', label: 'Before', cell: ({ before }) => written(before) },
  {
    key: 'after',
    label: 'After',
    cell: ({ after }) => written(after),
    tone: ({ before, after }) => (JSON.stringify(before) === JSON.stringify(after) ? undefined : 'marked'),
  },
]

/** One entry of the record: what changed field by field, and what proves it. */
export function RecordDetails({ record }: { record: AuditRecord }) {
  const changes = changesOf(record.before, record.after)
  return (
    <div className="login-form">
      <dl className="account-facts">
        <dt>Time</dt>
        <dd>
          <When at={record.at} />
        </dd>
        <dt>User</dt>
        <dd>
          {record.actor || 'unknown'} <span className="record-faint">{record.actor_id}</span>
        </dd>
        <dt>Action</dt>
        <dd>
          {actionWords(record.action)} <span className="record-faint">{record.action}</span>
        </dd>
        <dt>Object</dt>
        <dd>{[record.object_type, record.object_id].filter(Boolean).join(' ') || 'none'}</dd>
        <dt>Result</dt>
        <dd>
          <span className="record-result" data-ok={record.result === 'OK'}>
            {record.result}
          </span>
        </dd>
        <dt>Reason</dt>
        <dd>{record.reason || 'none'}</dd>
        <dt>Address</dt>
        <dd className="figures">{record.ip}</dd>
        <dt>Session</dt>
        <dd className="record-faint">{record.session_id || 'none'}</dd>
        <dt>Request</dt>
        <dd className="record-faint">{record.request_id}</dd>
        <dt>Hash</dt>
        <dd className="record-faint">{record.hash}</dd>
        <dt>Previous hash</dt>
        <dd className="record-faint">{record.prev_hash || 'none (first entry)'}</dd>
      </dl>
      {changes.length > 0 && (
        <Table
          label="Changes"
          isInText
          isEven
          columns={CHANGES}
          rows={changes}
          rowKey={({ field }) => field}
        />
      )}
    </div>
  )
}

/** Returns the object by its name if the record has it, otherwise by its id. */
export function objectWords({ object_type, object_id, before, after, actor_id, actor }: AuditRecord): string {
  if (object_type === 'user' && object_id === actor_id) return `user ${actor}`
  const named = [after, before]
    .filter(isObject)
    .flatMap((one) => [one['username'], one['name'], one['title']])
  const name = named.find((one) => typeof one === 'string' && one !== '')
  return [object_type, typeof name === 'string' ? name : object_id].filter(Boolean).join(' ')
}

function written(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
