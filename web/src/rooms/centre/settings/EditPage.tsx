import { Button, TextInput } from '@mantine/core'
import { pageKind, updateStatic, type StaticPage } from '@samudra/contract/settings'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { MarkdownEditor } from '../../../kit/text/MarkdownEditor.tsx'
import { call } from '../../../wire/call.ts'
import { faultAt } from '../../../wire/use-answer.ts'
import { pages } from './settings.store.ts'

const MOST_LETTERS = 100_000

/** Edits a page of the centre; the second user to save sees the first one's text and loses nothing. */
export function EditPage({ page, onClose }: { page: StaticPage; onClose: () => void }) {
  const [draft, setDraft] = useState({ title: page.title, body_md: page.body_md })
  return (
    <EditForm
      className="edit-page"
      kind={pageKind}
      of={page}
      save={async (over) => {
        const expected_version = over?.version ?? 0
        pages.take(await call(updateStatic, { key: page.key, ...draft, expected_version }))
        onClose()
      }}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={({ title, body_md }) => setDraft({ title, body_md })}
      renderButtons={(isBusy) => (
        <div className="edit-page-buttons">
          <ActionButton type="submit" isBusy={isBusy}>
            Save
          </ActionButton>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <>
          <TextInput
            label="Title"
            required
            withAsterisk={false}
            maxLength={200}
            value={draft.title}
            error={faultAt(fault, 'title')}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
          <MarkdownEditor
            label="Text, in Markdown"
            maxLength={MOST_LETTERS}
            value={draft.body_md}
            error={faultAt(fault, 'body_md')}
            onChange={(body_md) => setDraft({ ...draft, body_md })}
          />
        </>
      )}
    </EditForm>
  )
}
