import { FORUM_LIMITS, forumDraftChanged } from '@samudra/contract/forum'
import { useEffect, type ReactNode } from 'react'
import { Composer } from '../../../../kit/messages/Composer.tsx'
import { CardChips, CardPicker } from '../../../../map/cards/CardPicker.tsx'
import { usePush } from '../../../../wire/push.ts'
import { useWire } from '../../../../wire/transport.ts'
import { useForumNames } from '../ForumNames.tsx'
import { cardOfLink, linkOfCard } from '../forum-words.ts'
import { attachFiles, removeAttachment, retryAttachment } from './upload.ts'
import {
  DEVICE,
  followDraft,
  loadDrafts,
  saveAgain,
  settleOther,
  useWriting,
  write,
} from './writing.store.ts'

type Props = {
  draft: string
  label: string
  placeholder: string
  onSend: () => void
  onTyping?: () => void
  hasFocus?: boolean
  foot?: ReactNode
}

/** Field for a post with its draft: saved at the server, with files and cards. */
export function ForumComposer({
  draft,
  label,
  placeholder,
  onSend,
  onTyping,
  hasFocus = false,
  foot,
}: Props) {
  const { body, attachments, links, state, other } = useWriting(draft)
  const { choices } = useForumNames()
  useEffect(() => void loadDrafts(), [])
  const isLive = useWire(({ link }) => link === 'live')
  useEffect(() => {
    if (isLive) saveAgain(draft)
  }, [isLive, draft])
  usePush(forumDraftChanged, ({ key, version, device }) => {
    if (key === draft && device !== DEVICE) void followDraft(key, version).catch(() => undefined)
  })
  return (
    <>
      {other !== null && (
        <p className="forum-other" role="status">
          This text was changed on another device.
          <button type="button" className="link-button" onClick={() => settleOther(draft, true)}>
            Take that one
          </button>
          <button type="button" className="link-button" onClick={() => settleOther(draft, false)}>
            Keep this one
          </button>
        </p>
      )}
      <Composer
        label={label}
        placeholder={placeholder}
        text={body}
        onText={(text) => {
          write(draft, { body: text })
          onTyping?.()
        }}
        maxLength={FORUM_LIMITS.body}
        onSend={onSend}
        isLong
        mentions={choices}
        attachments={attachments}
        onFiles={(files) => attachFiles(draft, files)}
        onRemoveFile={(key) => removeAttachment(draft, key)}
        onRetryFile={(key) => retryAttachment(draft, key)}
        priority={null}
        hasFocus={hasFocus}
        cards={
          links.length === 0 ? null : (
            <CardChips
              cards={links.map(cardOfLink)}
              onRemove={(card) =>
                write(draft, { links: links.filter((one) => one.id !== card.id || one.type !== card.kind) })
              }
            />
          )
        }
        cardTool={
          <CardPicker
            onPick={(card) => {
              const link = linkOfCard(card)
              if (link === null) write(draft, { body: `${body}\n${window.location.origin}${card.id}` })
              else write(draft, { links: [...links.filter((one) => one.id !== link.id), link] })
            }}
          />
        }
        foot={
          <span className="forum-foot">
            {foot}
            <span className="dim">
              {state === 'SAVED' && 'Draft saved'}
              {state === 'FAILED' && other === null && 'Draft not saved yet'}
            </span>
          </span>
        }
      />
    </>
  )
}
