import { Button, Menu, Select } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import {
  ACTION_ROLES,
  MOST_EXPIRES_H,
  type ActionChannel,
  type ActionRole,
  type RuleAction,
} from '@samudra/contract/rule-actions'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useStored } from '../../../../stored/stores.ts'
import { lists } from '../../../../stored/shared.ts'
import { RecipientsPicker } from '../../../../kit/forms/PeoplePicker.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { atOf, Field, textOf, type FieldsProps, type Part } from './RuleFilterFields.tsx'
import { useSession } from '../../../../wire/session.ts'
import { Choice, Num, Pick } from './inputs.tsx'
import type { Things } from './use-things.ts'

/** Shows the actions of a hit, and their limits. */
export function ActionFields({ draft, change, things }: FieldsProps & { things: Things }) {
  const put = (part: Part, tag: string) => change(part as Partial<FieldsProps['draft']>, tag)
  return (
    <>
      <Does
        actions={draft.actions ?? []}
        things={things}
        onChange={(actions) => put({ actions }, 'actions')}
      />
      <Field label="Deduplicate" hint="Repeats within this time are counted with the earlier hit.">
        <span>within</span>
        <Num
          label="Deduplicate within"
          unit="min"
          min={0}
          max={43_200}
          value={draft.dedupe.window_min}
          onChange={(min) => change({ dedupe: { ...draft.dedupe, window_min: min ?? 0 } }, 'window')}
        />
      </Field>
      <Field label="Rate limit" hint="A rule with more hits is stopped, and its owner is notified.">
        <span>at most</span>
        <Num
          label="Maximum hits per hour"
          unit="hits per hour"
          min={1}
          max={100_000}
          value={draft.limits.max_hits_per_hour}
          onChange={(most) =>
            change({ limits: { max_hits_per_hour: Math.max(1, Math.round(most ?? 1)) } }, 'limit')
          }
        />
      </Field>
      <Field label="Review date" hint="It is disabled a week after this day, unless the date is changed.">
        <TimeField
          size="xs"
          aria-label="Review due"
          value={atOf(draft.review_due)}
          onChange={(at) => put({ review_due: textOf(at) }, 'review')}
        />
      </Field>
    </>
  )
}

const NONE = { users: [], groups: [], roles: [] }
/** Actions of a hit, with their initial values. */
const CHOICES: Record<RuleAction['do'], { label: string; begun: RuleAction }> = {
  ALERT: { label: 'Raise an alert', begun: { do: 'ALERT' } },
  NOTIFY: { label: 'Notify users', begun: { do: 'NOTIFY', channel: 'PAGE', to: NONE } },
  ADD_TO_LIST: { label: 'Add to a list', begun: { do: 'ADD_TO_LIST', list: '', expires_h: 72 } },
  LOG: { label: 'Write to the audit record', begun: { do: 'LOG' } },
  WEBHOOK: { label: 'Call a webhook', begun: { do: 'WEBHOOK', id: '' } },
}
/** Actions of which one is enough. */
const ONCE: ReadonlySet<RuleAction['do']> = new Set(['ALERT', 'LOG'])

type DoesProps = {
  actions: readonly RuleAction[]
  things: Things
  onChange: (actions: RuleAction[] | undefined) => void
}
function Does({ actions, things, onChange }: DoesProps) {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const put = (next: RuleAction[]) => onChange(next.length === 0 ? undefined : next)
  const add = ({ begun }: { begun: RuleAction }) =>
    put(begun.do === 'ALERT' ? [begun, ...actions] : [...actions, begun])
  const open = Object.values(CHOICES).filter(
    ({ begun }) =>
      (!ONCE.has(begun.do) || actions.every((one) => one.do !== begun.do)) &&
      (isAdmin || begun.do !== 'WEBHOOK'),
  )
  return (
    <Field label="Actions" hint="Hits are always listed on this page.">
      <ol className="rule-does" aria-label="Actions">
        {actions.map((action, i) => (
          <li key={i} aria-label={CHOICES[action.do].label}>
            <span className="rule-does-what">{CHOICES[action.do].label}</span>
            <Fields action={action} things={things} onChange={(next) => put(actions.with(i, next))} />
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove: ${CHOICES[action.do].label}`}
              title="Remove"
              onClick={() => put(actions.toSpliced(i, 1))}
            >
              <IconX size={14} />
            </button>
          </li>
        ))}
        {actions.length === 0 && <li className="dim">No actions.</li>}
      </ol>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />}>
            Add
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((choice) => (
            <Menu.Item key={choice.label} onClick={() => add(choice)}>
              {choice.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Field>
  )
}

type Edit<Action> = { action: Action; onChange: (next: RuleAction) => void }
function Fields({ action, things, onChange }: Edit<RuleAction> & { things: Things }) {
  switch (action.do) {
    case 'NOTIFY':
      return <NotifyFields action={action} onChange={onChange} />
    case 'ADD_TO_LIST':
      return <OnListFields action={action} onChange={onChange} />
    case 'WEBHOOK':
      return (
        <div className="rule-line">
          <Pick
            of="webhook"
            things={things}
            value={action.id}
            onChange={(id) => onChange({ do: 'WEBHOOK', id })}
          />
          <span className="dim">Administrators add them on the System screen.</span>
        </div>
      )
    case 'ALERT':
    case 'LOG':
      return <span className="dim">{HINTS[action.do]}</span>
  }
}
const HINTS = {
  ALERT: 'Repeats within the time below count in the same alert.',
  LOG: 'Administrators can read the hits there.',
}

const CHANNELS: { value: ActionChannel; label: string }[] = [
  { value: 'PAGE', label: 'on the screen' },
  { value: 'SOUND', label: 'with a sound' },
  { value: 'DIGEST', label: 'in the digest' },
  { value: 'EMAIL', label: 'on the screen and by e-mail' },
]
const ROLE_LABELS: Record<ActionRole, string> = {
  ADMIN: 'Administrators',
  USER: 'All other users',
  WATCH_OFFICER: 'Watch officer on duty',
  SUPERVISOR: 'Supervisor on duty',
  DUTY_OFFICER: 'Duty officer on duty',
}
function NotifyFields({ action, onChange }: Edit<Extract<RuleAction, { do: 'NOTIFY' }>>) {
  const { to } = action
  return (
    <div className="rule-does-fields">
      <RecipientsPicker
        size="xs"
        label="Recipients"
        roles={ACTION_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        value={to}
        onChange={({ roles, ...others }) =>
          onChange({
            ...action,
            to: { ...others, roles: ACTION_ROLES.filter((role) => roles.includes(role)) },
          })
        }
      />
      <Select
        size="xs"
        label="Channels"
        data={CHANNELS}
        value={action.channel}
        allowDeselect={false}
        onChange={(channel) => channel !== null && onChange({ ...action, channel })}
      />
      <p className="dim">
        Only users who see this rule and the vessel are notified; their notification settings apply.
      </p>
    </div>
  )
}

function OnListFields({ action, onChange }: Edit<Extract<RuleAction, { do: 'ADD_TO_LIST' }>>) {
  const { rows } = useStored(lists)
  const open = rows.filter(({ may_add, id }) => may_add || id === action.list)
  return (
    <div className="rule-line">
      <Choice
        label="Vessel list"
        width={220}
        data={[
          ...(action.list === '' ? [{ value: '', label: 'Choose a list' }] : []),
          ...open.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={action.list}
        onChange={(list) => onChange({ ...action, list })}
      />
      <span>for</span>
      <Num
        label="Stays on the list"
        unit="h"
        min={1}
        max={MOST_EXPIRES_H}
        value={action.expires_h}
        onChange={(hours) =>
          onChange({ ...action, expires_h: Math.min(MOST_EXPIRES_H, Math.max(1, Math.round(hours ?? 1))) })
        }
      />
      <span className="dim">after the last hit</span>
    </div>
  )
}
