import { Button, Drawer } from '@mantine/core'
import {
  deleteFeed,
  getFeeds,
  testFeed,
  updateFeed,
  getFeedHistory,
  type FeedReport,
  type FeedTest,
} from '@samudra/contract/feeds'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { toast } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { FEED_WORDS } from './feed-draft.ts'
import { FeedForm } from './FeedForm.tsx'
import { Stations } from './Stations.tsx'
import { TestResult } from './TestResult.tsx'
import './feeds.css'

const ASK_EVERY_MS = 5000
const TEST_S = 10

const state = ({ state }: { state: string }) => (
  <span className="state" data-state={state}>
    {state}
  </span>
)
const COLUMNS: readonly Column<FeedReport>[] = [
  { key: 'state', label: 'State', width: '84px', cell: state, value: (one) => one.state },
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(140px, 1.4fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'source',
    label: 'Source',
    width: 'minmax(80px, 0.8fr)',
    cell: ({ source }) => source,
    value: ({ source }) => source,
  },
  {
    key: 'kind',
    label: 'Kind',
    width: 'minmax(150px, 1.3fr)',
    cell: ({ kind }) => FEED_WORDS[kind].label,
    value: ({ kind }) => kind,
  },
  {
    key: 'address',
    label: 'Address',
    width: 'minmax(120px, 1.2fr)',
    cell: ({ address }) => address,
    value: ({ address }) => address,
  },
  {
    key: 'rate',
    label: 'Messages a minute',
    width: '130px',
    isNumber: true,
    cell: ({ rate_per_min }) => <Quantity count={Math.round(rate_per_min)} />,
    value: ({ rate_per_min }) => rate_per_min,
  },
  {
    key: 'priority',
    label: 'Priority',
    width: '72px',
    isNumber: true,
    cell: ({ priority }) => priority,
    value: ({ priority }) => priority,
  },
  {
    key: 'trust',
    label: 'Trust',
    width: '60px',
    isNumber: true,
    cell: ({ trust }) => trust.toFixed(2),
    value: ({ trust }) => trust,
  },
  {
    key: 'last',
    label: 'Last message',
    width: '204px',
    cell: ({ last_message_at: last }) => (last === null ? 'never' : <When at={last} />),
    value: ({ last_message_at }) => last_message_at,
  },
]

/** Where the picture comes from: add, test, pause and rank feeds, and see how each did. */
export function Component() {
  const answer = useAnswer(getFeeds, { limit: 500 }, { everyMs: ASK_EVERY_MS, keep: true })
  const [opened, setOpened] = useState<string | null>(null)
  const feeds = answer.data?.items ?? []
  const one = feeds.find(({ id }) => id === opened) ?? null
  const close = () => setOpened(null)
  return (
    <Page
      title="Feeds and sources"
      subtitle={answer.data === undefined ? '' : countWords(feeds.length, 'feed', 'feeds')}
      actions={
        <>
          <Link className="link-button" to="/home/main/map?layers=source_coverage">
            Coverage of sources on the map
          </Link>
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setOpened('new')}>
            Add feed
          </Button>
        </>
      }
    >
      <Table
        label="Feeds"
        name="feeds"
        columns={COLUMNS}
        rows={feeds}
        rowKey={({ id }) => id}
        selected={opened}
        onOpen={({ id }) => setOpened(id)}
        isWaiting={answer.isPending}
        error={answer.error}
        onRetry={() => answer.refetch()}
        csv="feeds.csv"
        empty={
          <Nothing title="No feeds yet" hint="Add a feed. The picture is empty until a feed sends data.">
            <Button size="xs" onClick={() => setOpened('new')}>
              Add feed
            </Button>
          </Nothing>
        }
      />
      <Drawer
        opened={opened !== null}
        onClose={close}
        position="right"
        size={500}
        title={opened === 'new' ? 'New feed' : (one?.name ?? 'This feed was deleted')}
        overlayProps={{ backgroundOpacity: 0.25 }}
      >
        {opened === 'new' && <FeedForm of={null} onDone={close} />}
        {one !== null && <OneFeed key={one.id} of={one} onGone={close} />}
      </Drawer>
    </Page>
  )
}

function OneFeed({ of, onGone }: { of: FeedReport; onGone: () => void }) {
  const [isChanging, setChanging] = useState(false)
  const [result, setReported] = useState<FeedTest | null>(null)
  const stale = useStale()
  const isOurs = of.origin === 'operator'
  const test = useAction(async () => {
    setReported(null)
    setReported(await call(testFeed, { id: of.id, seconds: TEST_S }))
  })
  const pause = useAction(async () => {
    await call(updateFeed, { id: of.id, expected_version: of.version, enabled: !of.enabled })
    toast(of.enabled ? `${of.name} is paused` : `${of.name} continues`, 'good')
    stale(getFeeds, getFeedHistory)
  })
  const fault = test.fault ?? pause.fault
  if (isChanging) return <FeedForm of={of} onDone={() => setChanging(false)} />
  return (
    <div className="feed-form">
      <p className="feed-note">
        {state(of)} since <When at={of.since} />
      </p>
      {of.last_error !== null && <p className="refusal">{of.last_error}</p>}
      {!isOurs && (
        <p className="feed-note">It comes from the command line; it is changed there, and by a new start.</p>
      )}
      <div className="feed-acts">
        <Button size="xs" loading={test.isBusy} disabled={!of.enabled} onClick={() => void test.run()}>
          {`Received data, ${TEST_S} seconds`}
        </Button>
        {isOurs && (
          <>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              Change
            </Button>
            <Button size="xs" variant="default" loading={pause.isBusy} onClick={() => void pause.run()}>
              {of.enabled ? 'Pause' : 'Resume'}
            </Button>
            <Remove of={of} onGone={onGone} />
          </>
        )}
      </div>
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault.message}
        </p>
      )}
      {result !== null && <TestResult result={result} />}
      <Stations of={of} />
      <History of={of} />
    </div>
  )
}

type Change = { at: string; state: string; why: string | null }
const CHANGES: readonly Column<Change>[] = [
  { key: 'at', label: 'Since', isHead: true, cell: ({ at }) => <When at={at} /> },
  { key: 'state', label: 'State', cell: state },
  { key: 'why', label: 'Why', cell: ({ why }) => why ?? '' },
]
function History({ of }: { of: FeedReport }) {
  const answer = useAnswer(getFeedHistory, { id: of.id }, { everyMs: ASK_EVERY_MS, keep: true })
  return (
    <>
      <h3>Feed history</h3>
      <Table
        label="States of the feed"
        isInText
        columns={CHANGES}
        rows={answer.data ?? []}
        rowKey={({ at }) => at}
        isWaiting={answer.isPending}
        error={answer.error}
        onRetry={() => answer.refetch()}
        empty={<p className="feed-note">No history yet.</p>}
      />
    </>
  )
}

function Remove({ of, onGone }: { of: FeedReport; onGone: () => void }) {
  const stale = useStale()
  return (
    <QuestionButton
      label="Delete"
      question={{
        title: `Delete ${of.name}?`,
        text: 'The feed is disconnected. Its stored data stays.',
        act: 'Delete',
        needsReason: false,
        isGrave: true,
      }}
      act={async () => {
        await call(deleteFeed, { id: of.id })
        toast(`${of.name} is deleted`, 'good')
        stale(getFeeds)
        onGone()
      }}
    />
  )
}
