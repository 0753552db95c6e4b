import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { useChatPlace } from '../chat-place.ts'
import { attempt } from '../post/post-actions.ts'
import { chatApi } from '../state/chat-client.ts'
import { isMuted } from '../state/chat-counts.ts'
import { channelName, isDirect } from '../state/channel-order.ts'
import { useChat } from '../state/chat.store.ts'
import { loadChannel } from '../state/load-chat.ts'
import { levelOf, type NotifyLevel } from '../state/message-alert.ts'
import { leaveChannel, setMuted, setNotifyProps } from './channel-actions.ts'
import { PanelFrame } from './PanelFrame.tsx'

const LEVELS: readonly { value: NotifyLevel; label: string }[] = [
  { value: 'all', label: 'All messages' },
  { value: 'mention', label: 'Mentions' },
  { value: 'none', label: 'Nothing' },
]

/** A channel itself: how it notifies, its name, topic and purpose, and the ways out of it. */
export function ChannelPanel({ channelId }: { channelId: string }) {
  const channel = useChat(({ channels }) => channels[channelId])
  const name = useChat(({ channels, me, users }) => {
    const of = channels[channelId]
    return of === undefined ? '' : channelName(of, me, users)
  })
  if (channel === undefined) return null
  const isNamed = !isDirect(channel)
  return (
    <PanelFrame title="About this channel" detail={name}>
      <div className="panel-body">
        <Notifications channelId={channelId} />
        {isNamed ? <Particulars channelId={channelId} /> : <Topic channelId={channelId} />}
        {isNamed && channel.name !== 'town-square' && <WaysOut channelId={channelId} />}
      </div>
    </PanelFrame>
  )
}

function Notifications({ channelId }: { channelId: string }) {
  const level = useChat((state) => levelOf(state, channelId))
  const isQuiet = useChat(({ members }) => isMuted(members[channelId]))
  return (
    <section className="panel-form" aria-label="Notifications">
      <h3>Notifications</h3>
      <Segments
        label="Notify about"
        data={LEVELS}
        value={level}
        fullWidth
        onChange={(desktop) => attempt(setNotifyProps(channelId, { desktop, push: desktop }))}
      />
      <Switch
        size="sm"
        label="Mute"
        description="Not shown as unread, and silent. Mentions are still counted."
        checked={isQuiet}
        onChange={(event) => attempt(setMuted(channelId, event.currentTarget.checked))}
      />
    </section>
  )
}

function Particulars({ channelId }: { channelId: string }) {
  const channel = useChat(({ channels }) => channels[channelId])!
  const [values, setValues] = useState({
    display_name: channel.display_name,
    header: channel.header,
    purpose: channel.purpose,
  })
  const isChanged = (Object.keys(values) as (keyof typeof values)[]).some(
    (key) => values[key] !== channel[key],
  )
  const save = async () => {
    await chatApi.patchChannel(channelId, values)
    await loadChannel(channelId)
    toast('Saved.', 'good')
  }
  const put = (to: Partial<typeof values>) => setValues({ ...values, ...to })
  return (
    <Form
      className="panel-form"
      aria-label="Name and topic"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        attempt(save())
      }}
    >
      <h3>Name and topic</h3>
      <TextInput
        label="Name"
        maxLength={64}
        value={values.display_name}
        onChange={(event) => put({ display_name: event.currentTarget.value })}
      />
      <TextInput
        label="Topic"
        description="Shown beside the name, for what matters now."
        maxLength={1024}
        value={values.header}
        onChange={(event) => put({ header: event.currentTarget.value })}
      />
      <Textarea
        label="Purpose"
        description="Audience and topic of the channel."
        maxLength={250}
        autosize
        minRows={2}
        value={values.purpose}
        onChange={(event) => put({ purpose: event.currentTarget.value })}
      />
      <ActionButton size="xs" disabled={!isChanged || values.display_name.trim() === ''} onClick={save}>
        Save
      </ActionButton>
    </Form>
  )
}

function Topic({ channelId }: { channelId: string }) {
  const channel = useChat(({ channels }) => channels[channelId])!
  const [header, setHeader] = useState(channel.header)
  const save = async () => {
    await chatApi.patchChannel(channelId, { header })
    await loadChannel(channelId)
  }
  return (
    <section className="panel-form" aria-label="Topic">
      <TextInput
        label="Topic"
        maxLength={1024}
        value={header}
        onChange={(event) => setHeader(event.currentTarget.value)}
      />
      <ActionButton size="xs" disabled={header === channel.header} onClick={save}>
        Save
      </ActionButton>
    </section>
  )
}

function WaysOut({ channelId }: { channelId: string }) {
  const { openChannel } = useChatPlace()
  const channel = useChat(({ channels }) => channels[channelId])!
  const leave = async () => {
    await leaveChannel(channelId)
    openChannel(null)
  }
  return (
    <section className="panel-form" aria-label="Leave or archive">
      <h3>Leave or archive</h3>
      <div className="state-buttons">
        <ActionButton size="xs" variant="default" onClick={leave}>
          Leave
        </ActionButton>
        {channel.delete_at === 0 && (
          <QuestionButton
            label="Archive…"
            question={{
              title: `Archive ${channel.display_name}?`,
              text: 'It leaves the lists of all members. Its messages stay and can be found; it can be restored.',
              act: 'Archive',
              needsReason: false,
              isGrave: true,
            }}
            act={async () => {
              await chatApi.deleteChannel(channelId)
              openChannel(null)
            }}
          />
        )}
      </div>
    </section>
  )
}
