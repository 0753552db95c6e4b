import { isAdministrator } from '@samudra/contract/identity'
import { enableOrDisableRule, type Rule } from '@samudra/contract/rule-keeping'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { pruned } from './rule-draft.ts'
import { coverageWords, isPreviewOf, lacksData, partWords, wouldHave } from '../runs/preview.ts'
import type { Previewing } from '../runs/Preview.tsx'
import { rules } from '../../../../stored/rules.ts'
import { newerOf, type Writing } from './use-draft.ts'
import type { Things } from '../fields/use-things.ts'
import { percentText, statusText } from './rule-words.ts'

type Props = { saved: Rule | null; writing: Writing; things: Things; previewing: Previewing }

/** Shows beside a rule its text in words, its state and its switch. */
export function RuleAside({ saved: stored, writing, things, previewing }: Props) {
  const { base, rule, faults, isChanged } = writing
  return (
    <aside className="rule-aside" aria-label="The rule">
      <section aria-label="In words">
        <h2>In words</h2>
        <p className="rule-sentence" role="status">
          {pruned(rule.when) === null ? 'No conditions yet.' : sentenceOfRule(rule, things.nameOf)}
        </p>
      </section>
      {base !== null && <Standing rule={newerOf(stored, base)} />}
      {faults.length > 0 && (
        <section aria-label="To fix">
          <h2>To fix</h2>
          <ul className="rule-faults">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </section>
      )}
      {base !== null && (
        <Switch rule={base} isChanged={isChanged} previewing={previewing} adopt={writing.adopt} />
      )}
    </aside>
  )
}

function Standing({ rule }: { rule: Rule }) {
  const { starting, error_reason, validation, stats, owner, updated_at, updated_by, review_due } = rule
  return (
    <section aria-label="Status">
      <h2>{statusText(rule)}</h2>
      {starting && (
        <p className="dim">
          The reports of the last hour are replayed first. In a busy sea this takes some minutes; hits follow
          then.
        </p>
      )}
      {error_reason !== '' && <p className="refusal">{error_reason}</p>}
      {[...validation.errors, ...validation.warnings].map((why) => (
        <p key={why} className="rule-lack">
          {why}
        </p>
      ))}
      <dl className="facts">
        {stats !== null && (
          <>
            <dt>Hits in 24 h, 7 days</dt>
            <dd>
              <Quantity count={stats.hits_24h} />, <Quantity count={stats.hits_7d} />
            </dd>
            <dt>Precision</dt>
            <dd>{stats.precision === null ? 'no outcomes yet' : percentText(stats.precision)}</dd>
          </>
        )}
        {review_due !== undefined && (
          <>
            <dt>Review due</dt>
            <dd>
              <When at={review_due} />
            </dd>
          </>
        )}
        <dt>Owner</dt>
        <dd>{owner}</dd>
        <dt>Changed</dt>
        <dd>
          <When at={updated_at} /> by {updated_by}
        </dd>
      </dl>
    </section>
  )
}

type SwitchProps = { rule: Rule; isChanged: boolean; previewing: Previewing; adopt: (rule: Rule) => void }
/** Enables a rule, for a user who reviewed its historical run, and disables it with a reason. */
function Switch({ rule, isChanged, previewing, adopt }: SwitchProps) {
  const user = useSession((state) => state.user)
  const isOn = rule.status === 'ENABLED' || rule.status === 'REVIEW_DUE'
  const set = async (enabled: boolean, reason: string, preview?: string) => {
    const words = {
      ...(reason === '' ? {} : { reason }),
      ...(preview === undefined ? {} : { ack_preview: preview }),
    }
    const changed = await call(enableOrDisableRule, { id: rule.id, enabled, ...words })
    rules.take(changed)
    adopt(changed)
  }
  if (!rule.mine) return <p className="dim">Only its owner and administrators may enable or disable it.</p>
  if (isOn)
    return (
      <QuestionButton
        key="off"
        label="Disable"
        icon={<IconPlayerPause size={14} />}
        question={{
          title: `Disable ${rule.name}?`,
          text: 'It raises no hits while disabled. Earlier hits stay.',
          act: 'Disable',
          needsReason: true,
          isGrave: false,
        }}
        act={(reason) => set(false, reason)}
      />
    )
  const why = whyNotOn(rule, isChanged, previewing, {
    name: user?.username ?? '',
    isAdmin: isAdministrator(user?.role ?? ''),
  })
  const { run, record } = previewing
  if (why !== null || run === null || !isPreviewOf(run, rule)) return <p className="dim">{why}</p>
  const part = partWords(run, user?.username ?? '')
  const seen = record === undefined ? '' : `${wouldHave(record)}. ${part === '' ? '' : `${part} `}`
  return (
    <QuestionButton
      key="on"
      label="Enable"
      icon={<IconPlayerPlay size={14} />}
      question={{
        title: `Enable ${rule.name}?`,
        text: `${seen}${lacksData(run) ? `${coverageWords(run)} The rule may alert far more often than this. ` : ''}Your name will be recorded.`,
        act: lacksData(run) ? 'Enable anyway' : 'Enable',
        needsReason: lacksData(run),
        isGrave: lacksData(run),
      }}
      act={(reason) => set(true, reason, run.preview)}
    />
  )
}

/** Why a rule cannot be switched on yet, and what to do; null when it can. */
function whyNotOn(
  rule: Rule,
  isChanged: boolean,
  { run }: Previewing,
  user: { name: string; isAdmin: boolean },
): string | null {
  const isOfAll = rule.visibility === 'CENTRE' || rule.visibility === 'RELEASED'
  if (isOfAll && rule.defined_by === user.name)
    return 'A rule visible to all users must be enabled by another administrator than its author. Ask one to open this page.'
  if (isChanged) return 'Save it, then test it on history before enabling it.'
  if (rule.validation.errors.length > 0) return 'It can be enabled after its errors are fixed.'
  if (run === null || !isPreviewOf(run, rule)) return 'Test it on history before enabling it.'
  return null
}
