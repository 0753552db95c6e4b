import { NOTIFICATION_SEVERITIES } from '@samudra/contract/notifications'
import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button, Drawer, Select, TextInput } from '@mantine/core'
import { noticesRead, notificationPush, readNotices } from '@samudra/contract/notifications'
import {
  getVesselNotifications,
  NOTIFICATION_TYPE_WORDS,
  VESSEL_NOTIFICATION_TYPES,
} from '@samudra/contract/subscriptions'
import { Link } from 'react-router'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { wallNow } from '../../../time/server-clock.ts'
import { call } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useAction, useStale } from '../../../wire/use-answer.ts'
import { rowId } from '../../../wire/pages-again.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { MySubscriptions } from './MySubscriptions.tsx'
import { VESSEL_NOTIFICATION_COLUMNS } from './vessel-notification-columns.tsx'
import { VesselNotificationDetails } from './VesselNotificationDetails.tsx'
import './subscriptions.css'

/** Fields stored in the address. */
const FIELDS = ['mmsi', 'type', 'severity', 'unread', 'from', 'days'] as const
type Field = (typeof FIELDS)[number]
const DAY_MS = 86_400_000
const TYPES = VESSEL_NOTIFICATION_TYPES.map((value) => ({ value, label: NOTIFICATION_TYPE_WORDS[value] }))
const SEVERITIES = NOTIFICATION_SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))
const SPANS = [
  { value: '1', label: 'Last 24 h' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]
const TABS = [
  { value: '', label: 'Notices' },
  { value: 'subscriptions', label: 'My subscriptions' },
]

/** Lists this user's vessel notifications and subscriptions. */
export function Component() {
  const { valueOf, put } = useAddress()
  const tab = valueOf('tab')
  const tabs = <Segments label="View" data={TABS} value={tab} onChange={(value) => put('tab', value)} />
  return tab === 'subscriptions' ? <MySubscriptions tabs={tabs} /> : <VesselNotifications tabs={tabs} />
}

function VesselNotifications({ tabs }: { tabs: React.ReactNode }) {
  const { valueOf, put, goTo } = useAddress()
  const request = Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Record<Field, string>
  const { first, table } = useVesselNotifications(request)
  const isFiltered = Object.values(request).some((value) => value !== '')
  const opened = table.rows.find(({ id }) => id === valueOf('open')) ?? null
  const unread = first?.unread ?? 0
  return (
    <Page
      title="Vessel notifications"
      subtitle={first === undefined ? '' : `${countWords(first.total, 'notice')}, ${unread} unread`}
      actions={
        <>
          {tabs}
          <Filters query={request} put={put} />
          <ReadAll newest={table.rows[0]?.id} isAny={unread > 0} />
        </>
      }
    >
      <Table
        label="Vessel notifications"
        columns={VESSEL_NOTIFICATION_COLUMNS}
        selected={opened?.id ?? null}
        onOpen={({ id }) => put('open', id)}
        {...table}
        csv="vessel-notifications.csv"
        name="vessel-notifications"
        onSearch={goTo}
        isLive
        empty={<None isFiltered={isFiltered} />}
      />
      <Drawer
        opened={opened !== null}
        onClose={() => put('open', null)}
        position="right"
        size={460}
        title={opened === null ? '' : NOTIFICATION_TYPE_WORDS[opened.type]}
        overlayProps={{ backgroundOpacity: 0.25 }}
      >
        {opened !== null && (
          <VesselNotificationDetails key={opened.id} of={opened} onlyShip={(mmsi) => put('mmsi', mmsi)} />
        )}
      </Drawer>
    </Page>
  )
}

/** Reads notifications again after any push or reading; the table counts new rows. */
function useVesselNotifications({ days, from, unread, ...request }: Record<Field, string>) {
  const stale = useStale()
  usePush(notificationPush, ({ notice }) => {
    if (notice.kind === 'VESSEL') stale(getVesselNotifications)
  })
  usePush(noticesRead, () => stale(getVesselNotifications))
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== ''))
  const isMmsi = request.mmsi === '' || /^\d{9}$/.test(request.mmsi)
  if (!isMmsi) delete given.mmsi
  return usePages(
    getVesselNotifications,
    { ...given, ...(unread === '' ? {} : { unread: true }), ...(from === '' ? {} : { from }) },
    {
      rowKey: rowId,
      by: days,
      beside: () => (days === '' ? {} : { from: new Date(wallNow() - Number(days) * DAY_MS).toISOString() }),
    },
  )
}

function Filters({
  query: request,
  put,
}: {
  query: Record<Field, string>
  put: (name: string, value: string | null) => void
}) {
  const select = (field: 'type' | 'severity' | 'days', label: string, data: typeof SPANS) => (
    <Select
      size="xs"
      w={140}
      clearable
      aria-label={label}
      placeholder={label}
      data={data}
      value={request[field] === '' ? null : request[field]}
      onChange={(value) => put(field, value)}
    />
  )
  return (
    <>
      <TextInput
        key={request.mmsi}
        size="xs"
        w={110}
        aria-label="MMSI of a vessel"
        placeholder="MMSI"
        maxLength={9}
        defaultValue={request.mmsi}
        onChange={({ currentTarget: { value } }) => {
          if (value === '' || /^\d{9}$/.test(value)) put('mmsi', value)
        }}
      />
      {select('type', 'Any type', TYPES)}
      {select('severity', 'Any severity', SEVERITIES)}
      {select('days', 'Any time', SPANS)}
      {request.from !== '' && (
        <Button size="xs" variant="default" onClick={() => put('from', null)}>
          Include notifications from before subscribing
        </Button>
      )}
      <Button
        size="xs"
        variant={request.unread === '' ? 'default' : 'filled'}
        aria-pressed={request.unread !== ''}
        onClick={() => put('unread', request.unread === '' ? '1' : null)}
      >
        Unread
      </Button>
    </>
  )
}

function ReadAll({ newest, isAny }: { newest: string | undefined; isAny: boolean }) {
  const stale = useStale()
  const { run, isBusy } = useAction(async () => {
    await call(readNotices, { upto: newest!, kind: 'VESSEL' })
    stale(getVesselNotifications)
  })
  return (
    <ActionButton
      size="xs"
      variant="default"
      isBusy={isBusy}
      disabled={!isAny || newest === undefined}
      onClick={() => run()}
    >
      Mark all read
    </ActionButton>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Nothing title="No notifications match these filters" hint="Choose another type or a longer period." />
  ) : (
    <Nothing
      title="No notifications yet"
      hint="Subscribe to a vessel on its page or card, to a port on its page, to a list or an area in its panel on the map, to waters where boundaries are listed."
    >
      <Button size="xs" component={Link} to="/home/main/vessels">
        Find a vessel
      </Button>
      <Button size="xs" variant="default" component={Link} to="/home/main/ports">
        Find a port
      </Button>
    </Nothing>
  )
