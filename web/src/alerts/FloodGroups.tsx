import { Button } from '@mantine/core'
import { TRANSITIONS } from '@samudra/contract/alert-workflow'
import {
  acknowledgeAlerts,
  getAlerts,
  getAlertsForVessel,
  MOST_AT_ONCE,
  type AlertGroup,
} from '@samudra/contract/alerts'
import { useState } from 'react'
import { countText, countWords } from '../kit/quantity-text.ts'
import { toast } from '../kit/toasts.ts'
import { When } from '../kit/When.tsx'
import { call } from '../wire/call.ts'
import { useAction, useStale } from '../wire/use-answer.ts'
import { DeedForm } from './DeedForm.tsx'
import { DEEDS, SEVERITY_WORDS, shelvedUntil, type Deed } from './deeds.ts'
import type { Said } from './use-deeds.ts'

/** What is done with all of a group at once. */
const OF_ALL: readonly Deed['action'][] = ['ACK', 'DISMISS', 'SHELVE']

type Props = {
  groups: readonly AlertGroup[]
  /** The one that is shown; empty for none. */
  shown: string
  onShow: (group: string) => void
}
/** Alerts that came in floods, a line each: opened one by one, or dealt with at once. */
export function FloodGroups({ groups, shown, onShow }: Props) {
  const open = groups.filter((group) => group.open > 0 || group.group_key === shown)
  const one = open.find(({ group_key }) => group_key === shown)
  if (open.length === 0) return null
  if (one !== undefined)
    return (
      <section className="flood" aria-label="Group of a flood">
        <p>
          <b>{one.title}</b>: {countWords(one.alerts, 'alert')} of one flood, {countText(one.open)} open.{' '}
          <button type="button" className="link-button" onClick={() => onShow('')}>
            Back to all
          </button>
        </p>
        <GroupDeeds key={one.group_key} of={one} />
      </section>
    )
  return (
    <section className="flood" aria-label="Floods">
      <p>
        Many alerts came at once. They stand here in {countWords(open.length, 'group')}, the others in the
        list below.
      </p>
      <ul>
        {open.map(({ group_key, title, severity, open: left, alerts, last_at }) => (
          <li key={group_key}>
            <button type="button" className="link-button" onClick={() => onShow(group_key)}>
              {title}
            </button>
            <span>{SEVERITY_WORDS[severity]}</span>
            <span>
              {countText(left)} of {countText(alerts)} open
            </span>
            <When at={last_at} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function GroupDeeds({ of }: { of: AlertGroup }) {
  const [asked, setAsked] = useState<Deed | null>(null)
  const { run, isBusy, fault } = useGroupDeed()
  if (of.open === 0) return null
  if (asked !== null)
    return (
      <DeedForm
        deed={asked}
        refusal={fault?.message ?? null}
        isBusy={isBusy}
        onGo={(said) => void run(of, asked, said).then((isDone) => isDone && setAsked(null))}
        onCancel={() => setAsked(null)}
      />
    )
  return (
    <div className="details-acts">
      {DEEDS.filter(({ action }) => OF_ALL.includes(action)).map((deed) => (
        <Button key={deed.action} size="xs" variant="default" onClick={() => setAsked(deed)}>
          {deed.word} all…
        </Button>
      ))}
    </div>
  )
}

/** Does one thing with all of a group that it can be done with, page by page; says how many it was done with. */
function useGroupDeed() {
  const stale = useStale()
  return useAction(async ({ group_key }: AlertGroup, { action, done }: Deed, { hours, ...said }: Said) => {
    const more = hours === undefined ? {} : { until: shelvedUntil(hours, Date.now()) }
    let count = 0
    let refused: string | undefined
    try {
      for (const state of TRANSITIONS[action].from)
        for (let cursor: string | null = ''; cursor !== null;) {
          const asked = { group: group_key, state, limit: MOST_AT_ONCE, ...(cursor === '' ? {} : { cursor }) }
          const page: { items: { id: string }[]; next: string | null } = await call(getAlerts, asked)
          cursor = page.next
          const ids = page.items.map(({ id }) => id)
          if (ids.length === 0) break
          const { results } = await call(acknowledgeAlerts, { ids, action, ...said, ...more })
          count += results.filter(({ ok }) => ok).length
          refused ??= results.find(({ ok }) => !ok)?.Message
        }
    } finally {
      stale(getAlerts, getAlertsForVessel)
    }
    if (count === 0 && refused !== undefined) throw new Error(refused)
    toast(
      `${done}: ${countWords(count, 'alert')}${refused === undefined ? '' : `. Not all: ${refused}`}`,
      'good',
    )
  })
}
