import { Select } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { acknowledgeAlerts, getAlerts } from '@samudra/contract/alerts'
import { ALERT_STATE_LABELS } from '@samudra/contract/labels'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { firstWords } from '../../../../kit/messages/message-markdown.ts'
import { Failed } from '../../../../kit/pages/States.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { postLink } from '../chat-links.ts'
import { userName } from '../state/channel-order.ts'
import { chatNow } from '../state/chat.store.ts'

const WORDS = 500

/** Adds a message to an alert, as a comment with the way back to it. */
export function AttachToAlert({ post, onClose }: { post: Post; onClose: () => void }) {
  const { data, error, refetch } = useAnswer(getAlerts, { limit: 200 })
  const [alertId, setAlertId] = useState<string | null>(null)
  const choices = (data?.items ?? []).map(({ id, title, ship_name, mmsi, state }) => ({
    value: id,
    label: `${[title, ship_name ?? mmsi].filter(Boolean).join(', ')} (${ALERT_STATE_LABELS[state]})`,
  }))
  const attach = async () => {
    const author = userName(chatNow().users[post.user_id])
    const link = `${window.location.origin}${postLink(post.channel_id, post.id)}`
    const { results } = await call(acknowledgeAlerts, {
      ids: [alertId!],
      action: 'COMMENT',
      comment: `${author} in chat: ${firstWords(post.message, WORDS) || 'file'}\n${link}`,
    })
    const [result] = results
    if (result?.ok === false)
      throw new Error(result.Message ?? 'The comment could not be added to the alert.')
    toast('Attached to the alert.', 'good')
    onClose()
  }
  if (error !== null) return <Failed error={error} onRetry={refetch} />
  return (
    <div className="chat-dialog">
      <blockquote className="quoted-post">{firstWords(post.message, 200) || 'File'}</blockquote>
      <Select
        label="Alert"
        searchable
        data-autofocus
        nothingFoundMessage="No alert matches"
        data={choices}
        value={alertId}
        onChange={setAlertId}
      />
      <p className="dim">All users who see the alert can read this message there.</p>
      <div className="state-buttons">
        <ActionButton disabled={alertId === null} onClick={attach}>
          Attach
        </ActionButton>
      </div>
    </div>
  )
}
