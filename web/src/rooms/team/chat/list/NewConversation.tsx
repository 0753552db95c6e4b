import { Modal, Textarea, TextInput } from '@mantine/core'
import { getAois } from '@samudra/contract/areas'
import { GROUP_MEMBERS } from '@samudra/contract/chat'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { Failed, Nothing, Waiting } from '../../../../kit/pages/States.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { useChatPlace } from '../chat-place.ts'
import { attempt } from '../post/post-actions.ts'
import { chatApi } from '../state/chat-client.ts'
import { chatNow, useChat } from '../state/chat.store.ts'
import { loadChannel } from '../state/load-chat.ts'
import { createChannel } from './create-channel.ts'
import { openDirect } from './open-direct.ts'
import { PeopleField } from './PeopleField.tsx'
import { openAreaChannel } from './watch-channels.ts'

export type NewKind = 'direct' | 'channel' | 'browse' | 'area'
const TITLES: Readonly<Record<NewKind, string>> = {
  direct: 'New direct or group message',
  channel: 'New channel',
  browse: 'Browse channels',
  area: 'Channel of an area',
}

/** Dialog that begins a conversation. */
export function NewConversation({ kind, onClose }: { kind: NewKind | null; onClose: () => void }) {
  const { openChannel } = useChatPlace()
  const done = (channelId: string) => {
    onClose()
    openChannel(channelId)
  }
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={kind === null ? '' : TITLES[kind]}
      size={480}
      centered
    >
      {kind === 'direct' && <Direct onDone={done} />}
      {kind === 'channel' && <NewChannel onDone={done} />}
      {kind === 'browse' && <Browse onDone={done} />}
      {kind === 'area' && <Areas onDone={done} />}
    </Modal>
  )
}

type Done = { onDone: (channelId: string) => void }

function Direct({ onDone }: Done) {
  const [ids, setIds] = useState<string[]>([])
  return (
    <div className="chat-dialog">
      <PeopleField label="People" value={ids} onChange={setIds} most={GROUP_MEMBERS.most - 1} hasFocus />
      <p className="dim">One person makes a direct message, two to seven make a group.</p>
      <div className="state-buttons">
        <ActionButton disabled={ids.length === 0} onClick={async () => onDone(await openDirect(ids))}>
          Open
        </ActionButton>
      </div>
    </div>
  )
}

function NewChannel({ onDone }: Done) {
  const [name, setName] = useState('')
  const [purpose, setPurpose] = useState('')
  const [type, setType] = useState<'O' | 'P'>('O')
  const create = async () => {
    const channel = await createChannel(name.trim(), type, purpose.trim())
    await loadChannel(channel.id)
    onDone(channel.id)
  }
  return (
    <div className="chat-dialog">
      <TextInput
        label="Name"
        data-autofocus
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Segments
        label="Readers"
        data={[
          { value: 'O', label: 'Public: everybody may join' },
          { value: 'P', label: 'Private: members only' },
        ]}
        value={type}
        onChange={setType}
        fullWidth
      />
      <Textarea
        label="Purpose"
        description="Audience and topic of the channel."
        maxLength={250}
        autosize
        minRows={2}
        value={purpose}
        onChange={(event) => setPurpose(event.currentTarget.value)}
      />
      <div className="state-buttons">
        <ActionButton disabled={name.trim() === ''} onClick={create}>
          Create
        </ActionButton>
      </div>
    </div>
  )
}

function Browse({ onDone }: Done) {
  const teamId = useChat((state) => state.teamId)
  const members = useChat((state) => state.members)
  const [typed, setTyped] = useState('')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['chat channels', teamId],
    queryFn: () => chatApi.getChannels(teamId, 0, 200),
    staleTime: 0,
  })
  const open = async (channelId: string) => {
    if (members[channelId] === undefined) {
      await chatApi.addToChannel(chatNow().me, channelId)
      await loadChannel(channelId)
    }
    onDone(channelId)
  }
  const found = (data ?? []).filter(({ display_name, purpose }) =>
    `${display_name} ${purpose}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return (
    <div className="chat-dialog">
      <TextInput
        aria-label="Search channels"
        placeholder="Name or purpose"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isPending && <Waiting />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {!isPending && found.length === 0 && <Nothing title="No public channel has this name" />}
      <ul className="choice-list" aria-label="Channels">
        {found.map(({ id, display_name, purpose }) => (
          <li key={id}>
            <button type="button" onClick={() => attempt(open(id))}>
              <b>{display_name}</b>
              {purpose !== '' && <span className="dim">{purpose}</span>}
              <span className="dim">{members[id] === undefined ? 'Join' : 'Joined'}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Areas({ onDone }: Done) {
  const { data, error, isPending, refetch } = useAnswer(getAois, { limit: 200 })
  return (
    <div className="chat-dialog">
      <p className="dim">Opens or creates the channel of an area. Users who may see the area may join.</p>
      {isPending && <Waiting />}
      {error !== null && <Failed error={error} onRetry={refetch} />}
      {data?.items.length === 0 && (
        <Nothing title="No areas of interest" hint="Draw one on the map; it then has a channel." />
      )}
      <ul className="choice-list" aria-label="Areas">
        {(data?.items ?? []).map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => attempt(openAreaChannel(id).then(onDone))}>
              <b>{name}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
