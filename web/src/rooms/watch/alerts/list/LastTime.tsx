import { ALERT_STATE_LABELS, OUTCOME_LABELS } from '@samudra/contract/labels'
import { getAlertsForVessel, type Alert } from '@samudra/contract/alerts'
import { isOpen } from '@samudra/contract/alert-workflow'
import { When } from '../../../../kit/text/When.tsx'
import { useAnswer } from '../../../../wire/use-answer.ts'

/** So many of the latest alerts of a ship are looked through. */
const LOOKED_AT = 100

/** Shows the result of the last alert of this rule for this vessel. */
export function LastTime({ of: { id, mmsi, rule_id } }: { of: Alert }) {
  const { data } = useAnswer(
    getAlertsForVessel,
    { mmsi: mmsi ?? '', limit: LOOKED_AT },
    { enabled: mmsi !== null, keep: true },
  )
  if (data === undefined) return null
  const before = data.items.filter((one) => one.rule_id === rule_id && one.id < id)
  const [last] = before
  const others = data.items.filter(
    (one) => one.id !== id && one.rule_id !== rule_id && isOpen(one.state),
  ).length
  return (
    <section className="alert-last" aria-label="Last time">
      <h3>Last time</h3>
      {last === undefined ? (
        <p>The first of its kind for this vessel.</p>
      ) : (
        <p>
          <When at={last.known_at} />: {wordsOf(last)}
          {before.length > 1 && ` ${summed(before)}`}
        </p>
      )}
      {others > 0 && (
        <p>
          {others === 1 ? 'Another alert of this vessel is' : `${others} other alerts of this vessel are`}{' '}
          open.
        </p>
      )}
    </section>
  )
}

function wordsOf({ state, disposition, owner, comments }: Alert): string {
  const values = comments.findLast(({ text }) => text !== '')
  const words = disposition === null ? ALERT_STATE_LABELS[state] : OUTCOME_LABELS[disposition]
  const by = owner === null ? '' : ` (${owner})`
  return `${words}${by}.${values === undefined ? '' : ` “${values.text}”`}`
}

/** "Of 5 before, 3 not so, 1 true." */
function summed(before: readonly Alert[]): string {
  const counts = new Map<string, number>()
  for (const { disposition } of before)
    if (disposition !== null) counts.set(disposition, (counts.get(disposition) ?? 0) + 1)
  const parts = [...counts].map(
    ([disposition, count]) =>
      `${count} ${OUTCOME_LABELS[disposition as keyof typeof OUTCOME_LABELS].toLowerCase()}`,
  )
  return `Of ${before.length} before${parts.length === 0 ? ' no outcomes yet' : `: ${parts.join(', ')}`}.`
}
