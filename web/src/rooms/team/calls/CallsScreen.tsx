import { callChanged, getCallLog, markCallsSeen, type Call } from '@samudra/contract/calls'
import { Modal } from '@mantine/core'
import {
  IconPhone,
  IconPhoneIncoming,
  IconPhoneOutgoing,
  IconPhoneX,
  IconSettings,
  IconVideo,
} from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { PrimaryButton } from '../../../kit/forms/PrimaryButton.tsx'
import { ListScreen } from '../../../kit/pages/ListScreen.tsx'
import type { ListFilter } from '../../../kit/pages/list-filter.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { wishCall } from '../../../kit/share/call-wish.store.ts'
import type { Column } from '../../../kit/tables/table.ts'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { call as callServer } from '../../../wire/call.ts'
import { usePush } from '../../../wire/push.ts'
import { useSession } from '../../../wire/session.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { acceptCall } from './call-actions.ts'
import { kindText, namesText, outcomeText } from './call-texts.ts'
import { hasEnded } from './calls.store.ts'
import { DeviceChoice } from './window/DeviceDialog.tsx'
import './calls.css'

/** Log of calls, newest first, with ways to call back, to call others, and to try the devices. */
export function Component() {
  const own = useSession((state) => state.user?.id) ?? ''
  const [isTrying, setTrying] = useState(false)
  const { valueOf } = useAddress()
  const [missed, user_id] = [valueOf('missed') === 'true', valueOf('user_id')]
  const query = { ...(missed && { missed }), ...(user_id !== '' && { user_id }) }
  const { first, table } = usePages(getCallLog, query, { rowKey })
  const filters = useFilters(own)
  const columns = useMemo(() => columnsFor(own), [own])
  const stale = useStale()
  usePush(callChanged, (changed) => {
    if (changed.state !== 'RINGING') stale(getCallLog)
  })
  const seen = first?.as_of
  // A user who looks at the log has seen what was missed.
  useEffect(() => {
    if (seen !== undefined) void callServer(markCallsSeen, {}).catch(() => undefined)
  }, [seen])
  return (
    <>
      <ListScreen<Call>
        title="Calls"
        subtitle={first === undefined ? '' : countOf(first)}
        name="calls"
        {...table}
        columns={columns}
        filters={filters}
        none="No calls yet. Call a user from here, from the chat, or from the card of a vessel."
        noneFits="No call fits the filters."
        actions={
          <>
            <button
              type="button"
              className="icon-button"
              aria-label="Microphone, camera, speaker"
              title="Microphone, camera, speaker"
              onClick={() => setTrying(true)}
            >
              <IconSettings size={17} aria-hidden />
            </button>
            <PrimaryButton onClick={() => wishCall({ kind: 'AUDIO', userIds: [] })}>
              <IconPhone size={15} aria-hidden /> New call
            </PrimaryButton>
          </>
        }
      />
      <Modal
        opened={isTrying}
        onClose={() => setTrying(false)}
        title="Microphone, camera, speaker"
        size={440}
        centered
      >
        <DeviceChoice />
      </Modal>
    </>
  )
}

const countOf = ({ total, total_is }: { total: number; total_is: 'EXACT' | 'AT_LEAST' }) =>
  total_is === 'EXACT' ? countWords(total, 'call') : `${countText(total)}+ calls`
const rowKey = ({ roomName }: Call) => roomName
const othersOf = ({ participants }: Call, own: string) => participants.filter(({ userId }) => userId !== own)
const othersText = (call: Call, own: string) => namesText(othersOf(call, own).map(({ username }) => username))

const DIRECTIONS = { MISSED: 'Missed', IN: 'Incoming', OUT: 'Outgoing' } as const
function directionOf(call: Call, own: string): keyof typeof DIRECTIONS {
  if (call.hostId === own) return 'OUT'
  return outcomeText(call, own) === 'Missed' ? 'MISSED' : 'IN'
}
const ICONS = { MISSED: IconPhoneX, IN: IconPhoneIncoming, OUT: IconPhoneOutgoing }

function Direction({ call, own }: { call: Call; own: string }) {
  const direction = directionOf(call, own)
  const Icon = ICONS[direction]
  return (
    <span className="call-direction" data-direction={direction}>
      <Icon size={15} aria-hidden /> {DIRECTIONS[direction]}
    </span>
  )
}

const columnsFor = (own: string): Column<Call>[] => [
  {
    key: 'people',
    label: 'People',
    width: 'minmax(160px, 1fr)',
    isHead: true,
    cell: (call) => othersText(call, own),
    value: (call) => othersText(call, own),
  },
  {
    key: 'direction',
    label: 'Direction',
    width: '120px',
    cell: (call) => <Direction call={call} own={own} />,
    value: (call) => DIRECTIONS[directionOf(call, own)],
  },
  { key: 'kind', label: 'Kind', width: '100px', cell: kindText, value: kindText },
  {
    key: 'outcome',
    label: 'Outcome',
    width: '160px',
    cell: (call) => outcomeText(call, own),
    value: (call) => outcomeText(call, own),
  },
  {
    key: 'started',
    label: 'Started',
    width: '180px',
    cell: ({ started_at }) => <When at={started_at} />,
    value: ({ started_at }) => started_at,
  },
  {
    key: 'about',
    label: 'About',
    width: '180px',
    cell: ({ subject }) => subject?.label ?? '',
    value: ({ subject }) => subject?.label ?? '',
  },
  { key: 'back', label: 'Call back', width: '100px', cell: (call) => <Back call={call} own={own} /> },
]

/** Ways to call the people of a call again, or to join it while it goes on. */
function Back({ call, own }: { call: Call; own: string }) {
  const userIds = othersOf(call, own).map(({ userId }) => userId)
  if (!hasEnded(call))
    return (
      <button type="button" className="link-button" onClick={() => void acceptCall(call, false)}>
        Join
      </button>
    )
  const back = (kind: Call['kind']) =>
    wishCall({
      kind,
      userIds,
      ...(call.channel_id !== null && { channelId: call.channel_id }),
      ...(call.subject !== null && { subject: call.subject }),
    })
  const names = othersText(call, own)
  return (
    <span className="call-back">
      <button
        type="button"
        className="icon-button"
        aria-label={`Audio call to ${names}`}
        title="Audio call"
        onClick={() => back('AUDIO')}
      >
        <IconPhone size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Video call to ${names}`}
        title="Video call"
        onClick={() => back('VIDEO')}
      >
        <IconVideo size={16} aria-hidden />
      </button>
    </span>
  )
}

const MISSED_FILTER = {
  name: 'missed',
  label: 'Calls',
  placeholder: 'All calls',
  options: [{ value: 'true', label: 'Missed calls' }],
}
function useFilters(own: string): ListFilter<Call>[] {
  const users = useSession((state) => state.allUsersList)
  return useMemo(
    () => [
      MISSED_FILTER,
      {
        name: 'user_id',
        label: 'Person',
        placeholder: 'Everybody',
        isSearchable: true,
        options: users
          .filter(({ id }) => id !== own)
          .map(({ id, username }) => ({ value: id, label: username })),
      },
    ],
    [users, own],
  )
}
