import { Button } from '@mantine/core'
import { deleteRule, type Rule } from '@samudra/contract/rule-keeping'
import type { RuleDraft } from '@samudra/contract/rules'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { ruleLink, RULES } from '../../../kit/pages/links.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { call } from '../../../wire/call.ts'
import { detectors } from './detectors/detectors.store.ts'
import { NEW_RULE } from './builder/rule-draft.ts'
import { Preview, usePreview } from './runs/Preview.tsx'
import { Record, Results } from './runs/Record.tsx'
import { RuleAside } from './builder/RuleAside.tsx'
import { RuleForm, type FormPart } from './builder/RuleForm.tsx'
import { saveRules } from './versions/save-rules.ts'
import { rules } from '../../../stored/rules.ts'
import { templatesOf } from './builder/templates.ts'
import { useCounting } from './runs/use-counting.ts'
import { useCounts } from './runs/use-counts.ts'
import { newerOf, useDraft } from './builder/use-draft.ts'
import { useThings } from './fields/use-things.ts'
import { NEW, statusText } from './builder/rule-words.ts'
import './rules.css'

/** Shows one rule: its conditions, its historical run, its hits and its performance. */
export function Component() {
  const { id = '' } = useParams()
  const { byId, isRead, fault } = useStored(rules)
  const [made, setMade] = useState<Rule | null>(null)
  const rule = byId.get(id) ?? (made?.id === id ? made : undefined)
  if (id === NEW) return <FromTemplate onMade={setMade} />
  if (rule !== undefined) return <One key={id} saved={rule} begun={NEW_RULE} onMade={setMade} />
  const isGone = isRead && fault === null
  return (
    <Page title="Rule">
      {isGone && <Nothing title="Rule not found" hint="It was deleted, or you may not see it." />}
      {fault !== null && <Failed error={new Error(fault)} onRetry={() => rules.read()} />}
      {!isRead && fault === null && <Waiting />}
      <p>
        <Link to={RULES}>All rules</Link>
      </p>
    </Page>
  )
}

/** A new rule, empty or begun as a rule of a detector. */
function FromTemplate({ onMade }: { onMade: (rule: Rule) => void }) {
  const { valueOf } = useAddress()
  const wanted = valueOf('template')
  const { rows, isRead, fault } = useStored(detectors, wanted !== '')
  if (wanted === '') return <One saved={null} begun={NEW_RULE} onMade={onMade} />
  if (!isRead)
    return (
      <Page title="New rule">
        {fault === null ? <Waiting /> : <Failed error={new Error(fault)} onRetry={() => detectors.read()} />}
      </Page>
    )
  const begun = templatesOf(rows).find(({ key }) => key === wanted)?.rule ?? NEW_RULE
  return <One key={wanted} saved={null} begun={begun} onMade={onMade} />
}

const FORM: readonly { value: FormPart; label: string }[] = [
  { value: 'conditions', label: 'Conditions' },
  { value: 'filters', label: 'Filters' },
  { value: 'actions', label: 'Actions' },
  { value: 'words', label: 'In words' },
  { value: 'json', label: 'JSON' },
]
const OF_SAVED = [
  { value: 'results', label: 'Results' },
  { value: 'record', label: 'Record' },
]
const PREVIEW = { value: 'preview', label: 'Preview' }
function One({
  saved: stored,
  begun,
  onMade,
}: {
  saved: Rule | null
  begun: RuleDraft
  onMade: (rule: Rule) => void
}) {
  const writing = useDraft(stored, begun)
  const things = useThings()
  const countOf = useCounts(writing.draft)
  useCounting()
  const previewing = usePreview(writing)
  const { valueOf, put } = useAddress()
  const navigate = useNavigate()
  const { base } = writing
  const parts = [...FORM, PREVIEW, ...(base === null ? [] : OF_SAVED)]
  const part = parts.find(({ value }) => value === valueOf('part'))?.value ?? 'conditions'
  const bar = (
    <Segments
      label="Part of the rule"
      data={parts.map(({ value, label }) => ({ value, label }))}
      value={part}
      onChange={(value) => put('part', value === 'conditions' ? null : value)}
    />
  )
  const form = FORM.find(({ value }) => value === part)
  return (
    <Page
      title={base === null ? 'New rule' : base.name}
      subtitle={base === null ? 'Not saved' : statusText(newerOf(stored, base))}
      actions={<Acts rule={base} canPreview={writing.faults.length === 0} onPreview={previewing.begin} />}
    >
      <div className="rule-page">
        <div className="rule-main">
          {form !== undefined ? (
            <RuleForm
              part={form.value}
              writing={writing}
              things={things}
              countOf={countOf}
              bar={bar}
              onSaved={(saved) => {
                toast(`${saved.name} is saved`, 'good')
                if (base !== null) return
                onMade(saved)
                void navigate(ruleLink(saved.id), { replace: true })
              }}
            />
          ) : (
            <>
              <div className="rule-bar">{bar}</div>
              {part === 'preview' && <Preview previewing={previewing} rule={writing.rule} />}
              {part === 'results' && base !== null && <Results rule={base} />}
              {part === 'record' && base !== null && <Record rule={base} />}
            </>
          )}
        </div>
        <RuleAside saved={stored} writing={writing} things={things} previewing={previewing} />
      </div>
    </Page>
  )
}

type ActsProps = { rule: Rule | null; canPreview: boolean; onPreview: () => Promise<void> }
function Acts({ rule, canPreview, onPreview }: ActsProps) {
  const navigate = useNavigate()
  return (
    <>
      <Link to={RULES}>All rules</Link>
      <ActionButton size="xs" variant="default" disabled={!canPreview} onClick={onPreview}>
        Test on history
      </ActionButton>
      {rule !== null && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveRules([rule], `${rule.name}.json`)}
        >
          Export
        </Button>
      )}
      {rule?.mine === true && (
        <QuestionButton
          label="Delete"
          icon={<IconTrash size={14} />}
          question={{
            title: `Delete ${rule.name}?`,
            text: 'It will raise no hits. Its hits and versions stay in the record.',
            act: 'Delete',
            needsReason: true,
            isGrave: true,
          }}
          act={async (reason) => {
            await call(deleteRule, { id: rule.id, reason })
            rules.drop(rule.id)
            void navigate(RULES)
          }}
        />
      )}
    </>
  )
}
