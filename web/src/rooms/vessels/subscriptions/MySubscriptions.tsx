import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import { getSubscriptionFigures, vesselUpdateWords, type Subscription } from '@samudra/contract/subscriptions'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { readingOf, useStored } from '../../../stored/stores.ts'
import { subscriptions } from '../../../stored/shared.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { follow } from '../../../map/follow.store.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { TARGET_WORDS } from './subscription-words.ts'

type Figure = { told: number; last_at: string | null; state: 'WATCHED' | 'GONE' }
type Row = Subscription & { figure: Figure | undefined }
const AGAIN_MS = 30_000

const wishOf = ({ target, happenings, near_nm }: Row) =>
  happenings
    .map((one) =>
      one === 'NEAR' ? `Comes within ${near_nm} NM of another` : vesselUpdateWords(target.kind, one),
    )
    .join(', ')
const stateOf = ({ figure }: Row) => (figure?.state === 'GONE' ? 'Deleted, or not visible to you' : 'Watched')

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'To',
    width: 'minmax(160px, 1.4fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'kind',
    label: 'Type',
    width: '100px',
    cell: ({ target }) => TARGET_WORDS[target.kind],
    value: ({ target }) => TARGET_WORDS[target.kind],
  },
  { key: 'wish', label: 'Notify when a vessel', width: 'minmax(240px, 3fr)', cell: wishOf, value: wishOf },
  {
    key: 'severity',
    label: 'Severity',
    width: '100px',
    cell: ({ severity }) => (severity === null ? 'Default' : SEVERITY_LABELS[severity]),
    value: ({ severity }) => severity,
  },
  {
    key: 'since',
    label: 'Since',
    width: '204px',
    cell: ({ created_at }) => <When at={created_at} />,
    value: ({ created_at }) => created_at,
  },
  {
    key: 'told',
    label: 'Notifications',
    width: '70px',
    isNumber: true,
    cell: ({ figure }) => figure?.told ?? '',
    value: ({ figure }) => figure?.told ?? null,
  },
  {
    key: 'last',
    label: 'Last time',
    width: '204px',
    cell: ({ figure }) => (figure?.last_at == null ? '' : <When at={figure.last_at} />),
    value: ({ figure }) => figure?.last_at ?? null,
  },
  {
    key: 'state',
    label: 'State',
    width: 'minmax(90px, 1fr)',
    cell: stateOf,
    value: stateOf,
    tone: ({ figure }) => (figure?.state === 'GONE' ? 'marked' : undefined),
  },
]

/**
 * Lists the user's subscriptions, their start, and their number of notifications; a row opens to be changed or ended.
 */
export function MySubscriptions({ tabs }: { tabs: ReactNode }) {
  const { rows, isRead, fault } = useStored(subscriptions)
  const { data } = useAnswer(getSubscriptionFigures, {}, { everyMs: AGAIN_MS, keep: true })
  const shown = useMemo(() => {
    const figures = new Map(data?.map((one) => [one.id, one]))
    return rows.map((one) => ({ ...one, figure: figures.get(one.id) }))
  }, [rows, data])
  return (
    <Page
      title="Vessel notifications"
      subtitle={isRead ? countWords(rows.length, 'subscription') : ''}
      actions={
        <>
          {tabs}
          <Button size="xs" variant="default" component={Link} to="/home/settings/notices">
            Notification settings
          </Button>
        </>
      }
    >
      <Table
        label="My subscriptions"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ id }) => id}
        onOpen={({ target, name }) => follow({ ...target, name })}
        {...readingOf(subscriptions, { isRead, fault })}
        csv="subscriptions.csv"
        name="subscriptions"
        empty={
          <Nothing
            title="No subscriptions yet"
            hint="Subscribe to a vessel on its page or card, to a port on its page, to a list or an area in its panel on the map, to waters where boundaries are listed."
          >
            <Button size="xs" component={Link} to="/home/main/vessels">
              Find a vessel
            </Button>
          </Nothing>
        }
      />
    </Page>
  )
}
