import type { ForumCategory } from '@samudra/contract/forum'
import { FORUM_POSTING, FORUM_VISIBILITIES } from '@samudra/contract/forum'
import { createForumCategory, getForumCategories, updateForumCategory } from '@samudra/contract/forum-calls'
import { Button, ColorInput, NumberInput, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { GroupsPicker, UsersPicker } from '../../../../kit/forms/PeoplePicker.tsx'
import { useGroups } from '../../../../kit/people/use-groups.ts'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { faultAt, useStale, type Fault } from '../../../../wire/use-answer.ts'
import { POSTING_WORDS, VISIBILITY_WORDS } from '../forum-words.ts'
import { categoryKind, COLOURS, draftOfCategory, newCategory, type CategoryDraft } from './category-draft.ts'

type Props = {
  /** Null makes a new one. */
  category: ForumCategory | null
  categories: readonly ForumCategory[]
  onDone: (saved: ForumCategory | null) => void
}

/** Name, audience, posters and moderators of a category. */
export function CategoryForm({ category, categories, onDone }: Props) {
  const [draft, setDraft] = useState(() =>
    category === null ? newCategory(categories) : draftOfCategory(category),
  )
  const stale = useStale()
  const kind = useCategoryKind()
  return (
    <EditForm
      kind={kind}
      of={category}
      className="forum-form"
      aria-label={category === null ? 'New category' : `Change ${category.name}`}
      save={async (over) => {
        const saved = await (over === null
          ? call(createForumCategory, draft)
          : call(updateForumCategory, { ...draft, id: over.id, expected_version: over.version }))
        stale(getForumCategories)
        toast(`${saved.name} is saved.`, 'good')
        onDone(saved)
      }}
      typed={(theirs) => ({ ...theirs, ...draft })}
      take={(theirs) => setDraft(draftOfCategory(theirs))}
      renderButtons={(isBusy) => (
        <div className="state-buttons">
          <Button type="submit" size="xs" loading={isBusy} disabled={draft.name.trim() === ''}>
            {category === null ? 'Create' : 'Save'}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDone(null)}>
            Cancel
          </Button>
        </div>
      )}
    >
      {(fault) => (
        <Fields
          draft={draft}
          fault={fault}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
      )}
    </EditForm>
  )
}

function useCategoryKind() {
  const users = useSession((state) => state.allUsersList)
  const groups = useGroups()
  return categoryKind({
    user: (id) => users.find((one) => one.id === id)?.username ?? id,
    group: (id) => groups.find((one) => one.id === id)?.name ?? id,
  })
}

const optionsOf = <Value extends string>(values: readonly Value[], words: Record<Value, string>) =>
  values.map((value) => ({ value, label: words[value] }))
const AUDIENCES = optionsOf(FORUM_VISIBILITIES, VISIBILITY_WORDS)
const POSTERS = optionsOf(FORUM_POSTING, POSTING_WORDS)

type FieldsProps = {
  draft: CategoryDraft
  fault: Fault | null
  onChange: (part: Partial<CategoryDraft>) => void
}
function Fields({ draft, fault, onChange }: FieldsProps) {
  const { name, description, color, position, visibility, posting } = draft
  const errorAt = (field: string) => ({ error: faultAt(fault, field) })
  return (
    <>
      <NameInput
        maxLength={60}
        data-autofocus
        value={name}
        {...errorAt('name')}
        onChange={(to) => onChange({ name: to })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={description}
        {...errorAt('description')}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <div className="forum-form-row">
        <ColorInput
          label="Colour"
          format="hex"
          swatches={COLOURS}
          value={color}
          {...errorAt('color')}
          onChange={(to) => onChange({ color: to })}
        />
        <NumberInput
          label="Order"
          min={0}
          max={10_000}
          allowDecimal={false}
          value={position}
          {...errorAt('position')}
          onChange={(to) => typeof to === 'number' && onChange({ position: to })}
        />
      </div>
      <Select
        label="Visible to"
        allowDeselect={false}
        data={AUDIENCES}
        value={visibility}
        onChange={(to) => to !== null && onChange({ visibility: to })}
      />
      {visibility === 'GROUPS' && (
        <GroupsPicker
          label="Groups that see it"
          value={draft.group_ids}
          {...errorAt('group_ids')}
          onChange={(to) => onChange({ group_ids: to })}
        />
      )}
      {visibility === 'PEOPLE' && (
        <UsersPicker
          label="Users who see it"
          value={draft.user_ids}
          {...errorAt('user_ids')}
          onChange={(to) => onChange({ user_ids: to })}
        />
      )}
      <Select
        label="May post"
        allowDeselect={false}
        data={POSTERS}
        value={posting}
        onChange={(to) => to !== null && onChange({ posting: to })}
      />
      {posting === 'GROUPS' && (
        <GroupsPicker
          label="Groups that post"
          value={draft.poster_group_ids}
          {...errorAt('poster_group_ids')}
          onChange={(to) => onChange({ poster_group_ids: to })}
        />
      )}
      {posting === 'PEOPLE' && (
        <UsersPicker
          label="Users who post"
          value={draft.poster_ids}
          {...errorAt('poster_ids')}
          onChange={(to) => onChange({ poster_ids: to })}
        />
      )}
      <div className="forum-form-row">
        <UsersPicker
          label="Moderators"
          value={draft.moderator_ids}
          {...errorAt('moderator_ids')}
          onChange={(to) => onChange({ moderator_ids: to })}
        />
        <GroupsPicker
          label="Groups of moderators"
          value={draft.moderator_group_ids}
          {...errorAt('moderator_group_ids')}
          onChange={(to) => onChange({ moderator_group_ids: to })}
        />
      </div>
      <p className="dim">Moderators always see the category. Administrators who see it moderate it too.</p>
    </>
  )
}
