import { Textarea } from '@mantine/core'
import type { Post } from '@mattermost/types/posts'
import { LONGEST_MESSAGE } from '@samudra/contract/chat'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { editPost } from './post-actions.ts'

/** Field in place of a message that its author changes: Enter saves, Escape leaves it as it was. */
export function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const [text, setText] = useState(post.message)
  const [fault, setFault] = useState<string | null>(null)
  const hasFiles = (post.file_ids?.length ?? 0) > 0
  const canSave = text.trim() !== '' || hasFiles
  const save = async () => {
    if (!canSave) return
    if (text === post.message) return onClose()
    try {
      await editPost(post, text)
      onClose()
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <div className="post-edit">
      <Textarea
        aria-label="Message"
        autoFocus
        autosize
        minRows={1}
        maxRows={14}
        maxLength={LONGEST_MESSAGE}
        value={text}
        error={fault}
        onFocus={({ currentTarget: box }) => box.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void save()
        }}
      />
      <div className="state-buttons">
        <ActionButton size="compact-sm" disabled={!canSave} onClick={save}>
          Save
        </ActionButton>
        <ActionButton size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </ActionButton>
      </div>
    </div>
  )
}
