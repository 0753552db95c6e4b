import { Button, TextInput } from '@mantine/core'
import type { SettingRule, SettingValue } from '@samudra/contract/admin-settings'
import { settingFault } from '@samudra/contract/admin-settings'
import { tableUpdate } from '@samudra/contract/kind'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { useState } from 'react'
import { useDraft } from '../../../kit/forms/form-draft.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { call } from '../../../wire/call.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { usePush } from '../../../wire/push.ts'
import { refresh } from '../../../wire/session.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import { SettingRow } from './SettingRow.tsx'
import './settings.css'

const GROUPS: [SettingRule['group'], string][] = [
  ['session', 'Sessions'],
  ['password', 'Passwords'],
  ['security', 'Security'],
  ['map', 'Map'],
  ['alerts', 'Alerts'],
  ['ais', 'Stored positions'],
  ['system', 'System'],
  ['chat', 'Chat'],
  ['mail', 'Mail'],
  ['forum', 'Forum'],
  ['limits', 'System screen thresholds'],
]
type Changes = Record<string, SettingValue>

/** Shows the settings of administrators for all users. A change takes effect at once; its effect is shown before. */
export function Component() {
  const answer = useAnswer(getAdminSettings, {})
  const stale = useStale()
  const { draft, change, clear } = useDraft<{ changes: Changes; reason: string }>('admin-settings', {
    changes: {},
    reason: '',
  })
  const [effects, setEffects] = useState<string[] | null>(null)
  const [query, setQuery] = useState('')
  usePush(tableUpdate, ({ table }) => {
    if (table === 'admin_settings') stale(getAdminSettings)
  })
  const send = useAction(async (dryRun: boolean) => {
    const reported = await call(updateAdminSettings, {
      changes: draft.changes,
      reason: draft.reason,
      expected_version: answer.data?.version ?? 0,
      dry_run: dryRun,
    })
    if (dryRun) return setEffects(reported.effects)
    setEffects(null)
    clear({ changes: {}, reason: '' })
    stale(getAdminSettings)
    void refresh()
    toast('Settings changed.', 'good')
  })
  const held = answer.data
  if (held === undefined)
    return (
      <Page title="Administration">
        {answer.isError ? <Failed error={answer.error} onRetry={() => void answer.refetch()} /> : <Waiting />}
      </Page>
    )
  const rules = held.schema as SettingRule[]
  const found = foundIn(rules, query)
  const changed = Object.keys(draft.changes)
  const isFit = rules.every(
    (rule) => !(rule.key in draft.changes) || settingFault(rule, draft.changes[rule.key]) === null,
  )
  const set = (key: string, value: SettingValue) => {
    const { [key]: _, ...others } = draft.changes
    const isBack = JSON.stringify(value) === JSON.stringify(held.values[key])
    setEffects(null)
    change({ changes: isBack ? others : { ...draft.changes, [key]: value } })
  }
  const exported = () =>
    saveFile(
      'samudra-settings.json',
      'application/json',
      new TextEncoder().encode(JSON.stringify(held.values, null, 2)),
    )

  return (
    <Page
      title="Administration"
      subtitle="Settings for all users. Changes take effect immediately."
      actions={
        <>
          <TextInput
            size="xs"
            placeholder="Search settings"
            aria-label="Search settings"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <ImportButton
            onRead={(values) => {
              setEffects(null)
              const known = new Set(rules.map((rule) => rule.key))
              const differing = Object.entries(values).filter(
                ([key, value]) =>
                  known.has(key) && JSON.stringify(value) !== JSON.stringify(held.values[key]),
              )
              change({ changes: Object.fromEntries(differing) })
            }}
          />
          <Button size="xs" variant="default" onClick={exported}>
            Export
          </Button>
        </>
      }
    >
      <div className="settings" data-changed={changed.length > 0}>
        {GROUPS.map(([group, title]) => {
          const shown = found.filter((rule) => rule.group === group)
          return shown.length === 0 ? null : (
            <section key={group} className="settings-group">
              <h2>{title}</h2>
              {shown.map((rule) => (
                <SettingRow
                  key={rule.key}
                  rule={rule}
                  held={held.values[rule.key]!}
                  value={draft.changes[rule.key] ?? held.values[rule.key]!}
                  changed={held.changed[rule.key]}
                  onChange={(value) => set(rule.key, value)}
                />
              ))}
            </section>
          )
        })}
        {found.length === 0 && (
          <p className="settings-none">No setting has “{query}” in its name or description.</p>
        )}
      </div>
      {changed.length > 0 && (
        <Tray
          count={changed.length}
          reason={draft.reason}
          isFit={isFit}
          isBusy={send.isBusy}
          fault={send.fault?.message ?? null}
          effects={effects}
          onReason={(reason) => change({ reason })}
          onDiscard={() => clear({ changes: {}, reason: '' })}
          onSend={(dryRun) => void send.run(dryRun)}
        />
      )}
    </Page>
  )
}

function foundIn(rules: SettingRule[], query: string) {
  const words = query.toLowerCase()
  return rules.filter((rule) => `${rule.key} ${rule.label} ${rule.what}`.toLowerCase().includes(words))
}

/** Shows changes that are not saved yet, their effect and their reason. */
function Tray(props: {
  count: number
  reason: string
  isFit: boolean
  isBusy: boolean
  fault: string | null
  effects: string[] | null
  onReason: (reason: string) => void
  onDiscard: () => void
  onSend: (dryRun: boolean) => void
}) {
  return (
    <footer className="settings-tray" role="region" aria-label="Unsaved changes">
      <strong>{countWords(props.count, 'change')}</strong>
      <TextInput
        size="xs"
        className="settings-reason"
        placeholder="Reason (stored with the change)"
        aria-label="Reason"
        maxLength={500}
        value={props.reason}
        onChange={(event) => props.onReason(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" onClick={props.onDiscard}>
        Discard
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={!props.isFit}
        loading={props.isBusy}
        onClick={() => props.onSend(true)}
      >
        Preview effects
      </Button>
      <Button size="xs" disabled={!props.isFit} loading={props.isBusy} onClick={() => props.onSend(false)}>
        Save
      </Button>
      {props.effects !== null && (
        <ul className="settings-effects">
          {props.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      {props.fault !== null && (
        <p className="refusal" role="alert">
          {props.fault}
        </p>
      )}
    </footer>
  )
}

function ImportButton({ onRead }: { onRead: (values: Record<string, SettingValue>) => void }) {
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      onRead(JSON.parse(await file.text()) as Record<string, SettingValue>)
    } catch {
      toast('This file contains no settings. Use a file exported from this screen.', 'bad')
    }
  }
  return (
    <Button size="xs" variant="default" component="label">
      Import
      <input
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </Button>
  )
}
