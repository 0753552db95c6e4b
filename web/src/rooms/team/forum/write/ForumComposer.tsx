import { FORUM_LIMITS, forumDraftChanged, type ForumFile } from '@samudra/contract/forum'
import { useEffect, type ReactNode } from 'react'
import { Composer } from '../../../../kit/messages/Composer.tsx'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { CardChips, CardPicker } from '../../../../map/cards/CardPicker.tsx'
import { usePush } from '../../../../wire/push.ts'
import { useWire } from '../../../../wire/transport.ts'
import { useForumNames } from '../ForumNames.tsx'
import { cardOfLink, linkOfCard } from '../forum-words.ts'
import { attachFiles, removeAttachment, retryAttachment } from './upload.ts'
import {
  attached,
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
  /** Files of the post that is changed. */
  files?: readonly ForumFile[]
  label: string
  placeholder: string
  onSend: () => void
  onTyping?: () => void
  hasFocus?: boolean
  foot?: ReactNode
}

const NO_FILES: readonly ForumFile[] = []

/** Field for a post with its draft: saved at the server, with files and cards. */
export function ForumComposer({
  draft,
  files = NO_FILES,
  label,
  placeholder,
  onSend,
  onTyping,
  hasFocus = false,
  foot,
}: Props) {
  const { body, attachments, removed, links, state, other } = useWriting(draft)
  const ofPost = files.filter(({ id }) => !removed.includes(id))
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
            Use the other text
          </button>
          <button type="button" className="link-button" onClick={() => settleOther(draft, false)}>
            Keep this text
          </button>
        </p>
      )}
      {removed.length > 0 && (
        <p className="forum-other" role="status">
          {countWords(removed.length, 'file')} of this post will be deleted.
          <button type="button" className="link-button" onClick={() => write(draft, { removed: [] })}>
            Keep all files
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
        attachments={[...ofPost.map(attached), ...attachments]}
        onFiles={(added) => attachFiles(draft, added, ofPost.length)}
        onRemoveFile={(key) =>
          ofPost.some(({ id }) => id === key)
            ? write(draft, { removed: [...removed, key] })
            : removeAttachment(draft, key)
        }
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
