import { NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { amountOf, settingFault, type SettingRule, type SettingValue } from '@samudra/contract/admin-settings'
import { When } from '../../../kit/text/When.tsx'

type Props = {
  rule: SettingRule
  held: SettingValue
  value: SettingValue
  changed: { by: string; at: string } | undefined
  onChange: (value: SettingValue) => void
}

/** One setting: what it does, its value with limits, its default, and who changed it last. */
export function SettingRow({ rule, held, value, changed, onChange }: Props) {
  const isChanged = JSON.stringify(held) !== JSON.stringify(value)
  const fault = settingFault(rule, value)
  const usual = rule.default
  const isUsual = JSON.stringify(value) === JSON.stringify(usual)
  return (
    <div className="setting" data-changed={isChanged}>
      <div className="setting-words">
        <strong>{rule.label}</strong>
        <p>{rule.what}</p>
        <p className="setting-origin">
          {limitsOf(rule)}
          {changed !== undefined && (
            <>
              {' · '}changed by {changed.by} <When at={changed.at} />
            </>
          )}
          {!isUsual && (
            <>
              {' · '}
              <button type="button" className="link-button" onClick={() => onChange(usual as SettingValue)}>
                reset to {shown(usual, rule)}
              </button>
            </>
          )}
        </p>
      </div>
      <div className="setting-value">
        <Control rule={rule} value={value} fault={fault} onChange={onChange} />
      </div>
    </div>
  )
}

function Control(props: {
  rule: SettingRule
  value: SettingValue
  fault: string | null
  onChange: (value: SettingValue) => void
}) {
  const { rule, value, fault, onChange } = props
  const error = fault === null ? undefined : `${rule.label} ${fault}.`
  switch (rule.kind) {
    case 'number':
      return (
        <NumberInput
          size="xs"
          aria-label={rule.label}
          value={value as number}
          allowDecimal={false}
          suffix={rule.unit ? ` ${rule.unit}` : ''}
          error={error}
          onChange={(next) => onChange(typeof next === 'number' ? next : Number.NaN)}
        />
      )
    case 'amount':
      return (
        <NumberInput
          size="xs"
          aria-label={rule.label}
          value={amountOf(value, String(rule.default))}
          allowDecimal={false}
          suffix={rule.unit ?? ''}
          error={error}
          onChange={(next) => onChange(`${next}${rule.unit}`)}
        />
      )
    case 'flag':
      return (
        <Switch
          aria-label={rule.label}
          label={value === true ? 'On' : 'Off'}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          size="xs"
          aria-label={rule.label}
          data={[...(rule.choices ?? [])]}
          value={String(value)}
          allowDeselect={false}
          error={error}
          onChange={(next) => next !== null && onChange(next)}
        />
      )
    case 'text':
      return (
        <TextInput
          size="xs"
          aria-label={rule.label}
          value={String(value)}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'list':
      return (
        <TagsInput
          size="xs"
          aria-label={rule.label}
          placeholder="Type a word, press Enter"
          value={value as string[]}
          error={error}
          onChange={onChange}
        />
      )
  }
}

function limitsOf({ kind, min, max, unit }: SettingRule): string {
  if (kind === 'number') return `${min} to ${max}${unit ? ` ${unit}` : ''}`
  if (kind === 'amount') return `${min} to ${max}${unit}`
  return kind === 'text' ? `up to ${max} characters` : kind === 'list' ? 'a list of words' : 'a choice'
}

const shown = (value: unknown, { kind, unit }: SettingRule) =>
  Array.isArray(value)
    ? 'an empty list'
    : value === ''
      ? 'none'
      : value === false
        ? 'off'
        : `${String(value)}${unit && kind === 'number' ? ` ${unit}` : ''}`
