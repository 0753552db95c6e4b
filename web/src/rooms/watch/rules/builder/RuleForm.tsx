import { Select, Textarea } from '@mantine/core'
import { CATEGORY_LOOKS, EVENT_CATEGORIES } from '@samudra/contract/event-types'
import type { RulePart } from '@samudra/contract/rule-tree'
import { ruleKind, type Rule } from '@samudra/contract/rule-keeping'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { EditForm } from '../../../../kit/forms/EditForm.tsx'
import { NameInput } from '../../../../kit/forms/NameInput.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { SeenBy } from '../../../../kit/pages/SeenBy.tsx'
import { faultAt, type Fault } from '../../../../wire/use-answer.ts'
import { ActionFields } from '../fields/ActionFields.tsx'
import { Boxes } from './Boxes.tsx'
import type { CountOf } from '../runs/counts.ts'
import { withSubject, writtenOf } from './rule-draft.ts'
import { FilterFields } from '../fields/RuleFilterFields.tsx'
import { AS_JSON, asWords, RuleText } from './RuleText.tsx'
import type { Writing } from './use-draft.ts'
import type { Things } from '../fields/use-things.ts'
import { PART_LABELS, SEVERITY_OPTIONS, SUBJECTS } from './rule-words.ts'

export type FormPart = 'conditions' | 'filters' | 'actions' | 'words' | 'json'
type Props = {
  part: FormPart
  writing: Writing
  things: Things
  countOf: CountOf
  onSaved: (rule: Rule) => void
  bar: ReactNode
}

/** Edits a rule on one page: its conditions, its exceptions and its actions; it is saved on the version reviewed. */
export function RuleForm({ part, writing, things, countOf, onSaved, bar }: Props) {
  const { base, isChanged, faults, save } = writing
  const press = (event: KeyboardEvent) => {
    const isUndo = event.code === 'KeyZ' && (event.ctrlKey || event.metaKey) && !event.altKey
    const isRedo = (isUndo && event.shiftKey) || (event.code === 'KeyY' && event.ctrlKey)
    const way = isRedo ? writing.redo : isUndo ? writing.undo : null
    if (!isUndo && !isRedo) return
    event.preventDefault()
    way?.()
  }
  return (
    <EditForm<Rule>
      className="rule-form"
      aria-label="Rule"
      kind={ruleKind}
      of={base}
      onKeyDown={press}
      save={async (over) => {
        // After a save of one's own the form still holds the version it was opened with.
        const isOlder = over !== null && base !== null && base.version > over.version
        onSaved(await save(isOlder ? base : over))
      }}
      typed={(theirs) => ({
        ...theirs,
        ...writing.rule,
        valid_from: theirs.valid_from,
        valid_to: theirs.valid_to,
      })}
      take={(theirs) => {
        writing.adopt(theirs)
        writing.replace(writtenOf(theirs))
      }}
      renderButtons={(isBusy) => (
        <div className="rule-save">
          <ActionButton
            type="submit"
            size="xs"
            isBusy={isBusy}
            disabled={faults.length > 0 || (base !== null && !isChanged)}
          >
            {base === null ? 'Create' : 'Save'}
          </ActionButton>
          {faults.length > 0 && <span className="rule-lack">{faults[0]}</span>}
          {faults.length === 0 && base !== null && isChanged && <span className="dim">Not saved yet</span>}
        </div>
      )}
    >
      {(fault) => (
        <>
          <div className="rule-bar">
            {bar}
            <Steps writing={writing} />
          </div>
          {part === 'conditions' && (
            <Conditions writing={writing} things={things} countOf={countOf} fault={fault} />
          )}
          {part === 'filters' && (
            <Filters writing={writing} things={things} countOf={countOf} fault={fault} />
          )}
          {part === 'actions' && (
            <>
              <ActionFields draft={writing.draft} change={writing.change} things={things} />
              {faultAt(fault, 'actions') !== undefined && (
                <p className="refusal" role="alert">
                  {faultAt(fault, 'actions')}
                </p>
              )}
            </>
          )}
          {(part === 'words' || part === 'json') && (
            <RuleText
              key={part}
              rule={writing.rule}
              onChange={(rule) => writing.replace(rule, part)}
              typed={writing.typed[part]}
              onType={(typed) => writing.type(part, typed)}
              view={part === 'json' ? AS_JSON : asWords(things)}
            />
          )}
        </>
      )}
    </EditForm>
  )
}

const Steps = ({ writing }: { writing: Writing }) => (
  <>
    <button
      type="button"
      className="icon-button"
      aria-label="Undo"
      title="Undo (Ctrl Z)"
      disabled={writing.undo === null}
      onClick={() => writing.undo?.()}
    >
      <IconArrowBackUp size={16} />
    </button>
    <button
      type="button"
      className="icon-button"
      aria-label="Redo"
      title="Redo (Ctrl Shift Z)"
      disabled={writing.redo === null}
      onClick={() => writing.redo?.()}
    >
      <IconArrowForwardUp size={16} />
    </button>
  </>
)

type PartProps = Pick<Props, 'writing' | 'things' | 'countOf'> & { fault: Fault | null }

const Tree = ({ of, writing, things, countOf, fault }: PartProps & { of: RulePart }) => (
  <>
    <Boxes
      label={PART_LABELS[of]}
      root={writing.draft[of]}
      things={things}
      countOf={countOf}
      subject={writing.draft.subject}
      onChange={(root, tag) => writing.change({ [of]: root }, tag)}
    />
    {faultAt(fault, of) !== undefined && (
      <p className="refusal" role="alert">
        {faultAt(fault, of)}
      </p>
    )}
  </>
)

const CATEGORIES = EVENT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LOOKS[value].label }))

function Conditions(props: PartProps) {
  const { writing, fault } = props
  const { draft, change } = writing
  return (
    <>
      <div className="rule-head">
        <NameInput
          size="xs"
          maxLength={120}
          value={draft.name}
          error={faultAt(fault, 'name')}
          onChange={(name) => change({ name }, 'name')}
        />
        <Select
          size="xs"
          label="Severity"
          data={SEVERITY_OPTIONS}
          value={draft.severity}
          allowDeselect={false}
          onChange={(severity) => severity !== null && change({ severity: severity })}
        />
        <Select
          size="xs"
          label="Category"
          data={CATEGORIES}
          value={draft.category}
          allowDeselect={false}
          onChange={(category) => category !== null && change({ category })}
        />
        <SeenBy
          size="xs"
          value={draft.visibility}
          error={faultAt(fault, 'visibility')}
          onChange={(visibility) => change({ visibility })}
        />
      </div>
      <Textarea
        size="xs"
        label="Purpose"
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value }, 'description')}
      />
      <h2>{PART_LABELS.when}</h2>
      <Segments
        className="rule-fit"
        label="Subject of a hit"
        data={SUBJECTS.map(({ value, label }) => ({ value, label }))}
        value={draft.subject}
        onChange={(subject) => change(withSubject(draft, subject))}
      />
      <Tree {...props} of="when" />
    </>
  )
}

const TREES = [
  ['scope', 'Limits the rule to vessels of a type, flag or list. Empty for all.'],
  ['unless', 'Exceptions. Empty for none.'],
  ['clear', 'Empty: cleared when it no longer matches.'],
] as const
const Filters = (props: PartProps) => (
  <>
    {TREES.map(([of, hint]) => (
      <section key={of} aria-label={PART_LABELS[of]}>
        <h2>{PART_LABELS[of]}</h2>
        <p className="dim">{hint}</p>
        <Tree {...props} of={of} />
      </section>
    ))}
    <FilterFields draft={props.writing.draft} change={props.writing.change} />
  </>
)
