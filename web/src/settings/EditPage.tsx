import { Button, TextInput } from '@mantine/core'
import { staticPage, updateStatic, type StaticPage } from '@samudra/contract/settings'
import { useState, type FormEvent } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Form } from '../kit/Form.tsx'
import { MarkdownEditor } from '../kit/MarkdownEditor.tsx'
import { VersionConflict } from '../kit/VersionConflict.tsx'
import { call } from '../wire/call.ts'
import { faultAt, useAction, useStale } from '../wire/use-answer.ts'

const MOST_LETTERS = 100_000
const LINES = [
  ['title', 'Title'],
  ['body_md', 'Text'],
] as const

/** A page of the centre is written anew; who is second to save is shown what the first wrote, and loses nothing. */
export function EditPage({ page, onClose }: { page: StaticPage; onClose: () => void }) {
  const stale = useStale()
  const [draft, setDraft] = useState({ title: page.title, body_md: page.body_md })
  const [version, setVersion] = useState(page.version)
  const { run, isBusy, fault, clear } = useAction(async (expected_version: number) => {
    await call(updateStatic, { key: page.key, ...draft, expected_version })
    stale(staticPage)
    onClose()
  })
  const theirs = fault?.code === 'VERSION_CONFLICT' ? (fault.data as StaticPage) : null
  return (
    <Form
      className="edit-page"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run(version)
      }}
    >
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
      {fault !== null && theirs === null && (
        <p className="settings-fault" role="alert">
          {fault.message}
        </p>
      )}
      <div className="edit-page-buttons">
        <ActionButton type="submit" isBusy={isBusy}>
          Save
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {theirs !== null && (
        <VersionConflict
          noun="page"
          by="Somebody"
          at={theirs.updated_at}
          rows={LINES.map(([field, label]) => ({
            label,
            mine: draft[field],
            theirs: theirs[field],
            differs: draft[field] !== theirs[field],
          }))}
          onKeepMine={() => {
            setVersion(theirs.version)
            void run(theirs.version)
          }}
          onTakeTheirs={() => {
            setVersion(theirs.version)
            setDraft({ title: theirs.title, body_md: theirs.body_md })
            clear()
          }}
          onClose={clear}
        />
      )}
    </Form>
  )
}
