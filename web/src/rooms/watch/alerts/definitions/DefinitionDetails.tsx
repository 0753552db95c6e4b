import { DEFINITION_STATE_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import {
  alertDefinitionKind,
  deleteAlertDefinition,
  enableDisableAlertDefinition,
  getAlertDefinitionVersions,
  type AlertDefinition,
} from '@samudra/contract/alert-definitions'
import { alertsChanged, getAlertResults } from '@samudra/contract/alerts'
import type { Rule } from '@samudra/contract/rule-keeping'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { detectorLink, ruleLink } from '../../../../kit/pages/links.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { useWording } from '../../../../kit/text/wording.ts'
import { Versions } from '../../../../kit/pages/Versions.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'
import { useStaleSoon } from '../../../../wire/use-stale-soon.ts'
import { useVersions } from '../../../../wire/use-versions.ts'
import { OF_A_DEFINITION } from '../list/alert-columns.tsx'
import { eventTypeOf } from '@samudra/contract/event-types'
import { definitions } from '../../../../stored/definitions.ts'
import { useStored } from '../../../../stored/stores.ts'
import { EnableForm } from './EnableForm.tsx'
import { raisedBy, shareText } from './definition-words.ts'

type Props = { of: AlertDefinition; rules: ReadonlyMap<string, Rule>; onChange: () => void }

/** One definition: how it stands, what may be done with it, what it raised, and how it came to be so. */
export function DefinitionDetails({ of, rules, onChange }: Props) {
  const { trigger } = of
  return (
    <section className="details" aria-label={of.name}>
      <header>
        <h2>{of.name}</h2>
        <p>
          <Link to={'rule_id' in trigger ? ruleLink(trigger.rule_id) : detectorLink(trigger.builtin)}>
            {raisedBy(of, rules)}
          </Link>
        </p>
      </header>
      <p>
        <b>{DEFINITION_STATE_LABELS[of.state]}</b>
        {of.disabled_until !== null && (
          <>
            , enabled again at <When at={of.disabled_until} />
          </>
        )}
        {of.state === 'DRAFT' && ': it raises no alerts until it is enabled'}
        {of.state === 'REVIEW_DUE' && ': it is disabled a week after its review date'}
      </p>
      {of.error_reason !== '' && (
        <p className="refusal" role="alert">
          It raises no alerts: {of.error_reason}. Change it, then enable it.
        </p>
      )}
      {of.mine && <Acts of={of} onChange={onChange} />}
      <Facts of={of} />
      <Results id={of.id} />
      <History of={of} />
    </section>
  )
}

function Acts({ of, onChange }: Pick<Props, 'of' | 'onChange'>) {
  const [isQuery, setRequested] = useState(false)
  const stale = useStale()
  const { rows } = useStored(definitions)
  const detector = lastOfDetector(of, rows)
  const without =
    detector === null
      ? ''
      : ` It is the only enabled definition of the detector ${detector}, whose detections will be events without alerts.`
  const toggle = async (stated: { reason: string; until?: string }) => {
    const saved = await call(enableDisableAlertDefinition, { id: of.id, enabled: !of.enabled, ...stated })
    definitions.take(saved)
    stale(getAlertDefinitionVersions)
    setRequested(false)
  }
  if (isQuery)
    return (
      <>
        {of.enabled && without !== '' && <p role="note">{without.trim()}</p>}
        <EnableForm isEnabled={of.enabled} save={toggle} onCancel={() => setRequested(false)} />
      </>
    )
  return (
    <div className="details-acts" role="group" aria-label="Actions">
      <Button size="xs" onClick={onChange}>
        Change
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={of.state === 'ERROR'}
        onClick={() => setRequested(true)}
        title={of.state === 'ERROR' ? 'Edit it first' : undefined}
      >
        {of.enabled ? 'Disable' : 'Enable'}
      </Button>
      <QuestionButton
        label="Delete"
        question={{
          title: `Delete ${of.name}?`,
          text: `It will raise no alerts. Existing alerts stay, and open ones stay open.${without}`,
          act: 'Delete',
          needsReason: true,
          isGrave: true,
        }}
        act={async (reason) => {
          const { open_alerts } = await call(deleteAlertDefinition, { id: of.id, reason })
          definitions.drop(of.id)
          toast(`${of.name} is deleted; ${countWords(open_alerts, 'alert')} of it still open`, 'good')
        }}
      />
    </div>
  )
}

/** Label of the detector whose only enabled definition this is, among those the user sees; null when it is not. */
function lastOfDetector(of: AlertDefinition, all: readonly AlertDefinition[]): string | null {
  if (!of.enabled || !('builtin' in of.trigger)) return null
  const { builtin } = of.trigger
  const isOther = (one: AlertDefinition) =>
    one.id !== of.id && one.enabled && 'builtin' in one.trigger && one.trigger.builtin === builtin
  return all.some(isOther) ? null : (eventTypeOf(builtin)?.label ?? builtin)
}

/** Labels of fields shown above; every other field that is not empty is listed here. */
const SHOWN_ABOVE = new Set(['Name', 'State', 'Raised by', 'Error', 'Disabled until'])
function Facts({ of }: { of: AlertDefinition }) {
  const words = useWording()
  const stated = alertDefinitionKind.fields
    .filter(({ label }) => !SHOWN_ABOVE.has(label))
    .map(({ label, text }) => ({ label, text: text(of, words) }))
    .filter(({ text }) => text !== '')
  return (
    <dl className="facts">
      {stated.map(({ label, text }) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const SHOWN = 20
const WEEK_MS = 7 * 86_400_000
/** Shows what it raised in a week, and how that was evaluated. */
function Results({ id }: { id: string }) {
  const [from] = useState(() => new Date(wallNow() - WEEK_MS).toISOString())
  const { data, error, refetch } = useAnswer(getAlertResults, { id, from, limit: SHOWN }, { keep: true })
  const staleSoon = useStaleSoon(getAlertResults)
  usePush(alertsChanged, (alerts) => {
    if (alerts.some((one) => one.definition_id === id)) staleSoon()
  })
  return (
    <section aria-label="Alerts of 7 days">
      <h3>Alerts of 7 days</h3>
      {data !== undefined && data.total > 0 && (
        <p>
          {countWords(data.total, 'alert')}
          {data.precision !== null && `, ${shareText(data.precision)} of the reviewed ones were true`}
          {data.median_ack_s !== null && `; acknowledged after ${agoText(data.median_ack_s)} (median)`}
          {data.total > SHOWN && `. The latest ${SHOWN}:`}
        </p>
      )}
      <Table
        label="Alerts raised"
        isInText
        columns={OF_A_DEFINITION}
        rows={data?.items ?? []}
        rowKey={(one) => one.id}
        isWaiting={data === undefined}
        error={error}
        onRetry={refetch}
        empty={<p className="dim">No alert in 7 days.</p>}
      />
    </section>
  )
}

function History({ of }: { of: AlertDefinition }) {
  const { data } = useVersions(getAlertDefinitionVersions, of)
  if (data === undefined || data.items.length === 0) return null
  return (
    <section aria-label="Versions">
      <h3>Versions</h3>
      <Versions fields={alertDefinitionKind.fields} items={data.items} />
    </section>
  )
}
