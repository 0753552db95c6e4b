import type { AlertGroup } from '@samudra/contract/alerts'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { SeverityChip } from '../../../../kit/text/SeverityChip.tsx'
import { When } from '../../../../kit/text/When.tsx'

type Props = {
  groups: readonly AlertGroup[]
  /** The one that is shown; empty for none. */
  shown: string
  onShow: (group: string) => void
  /** Puts the group itself at hand; null while it is. */
  onAll: (() => void) | null
}
/** Alerts that came in floods or are of jams, a line each: opened one by one, or dealt with at once. */
export function AlertGroups({ groups, shown, onShow, onAll }: Props) {
  const open = groups.filter((group) => group.open > 0 || group.group_key === shown)
  const one = open.find(({ group_key }) => group_key === shown)
  if (open.length === 0) return null
  if (one !== undefined)
    return (
      <section className="alert-groups" aria-label="Group">
        <p>
          <b>{one.title}</b>: {countWords(one.alerts, 'alert')} of one {KIND_WORDS[one.kind]},{' '}
          {countText(one.open)} open.{' '}
          {onAll !== null && (
            <button type="button" className="link-button" onClick={onAll}>
              Actions for all
            </button>
          )}{' '}
          <button type="button" className="link-button" onClick={() => onShow('')}>
            Back to all
          </button>
        </p>
      </section>
    )
  return (
    <section className="alert-groups" aria-label="Groups">
      <p>
        {open.some(({ kind }) => kind === 'FLOOD') && 'Alert burst. '}
        Related alerts are shown here in {countWords(open.length, 'group')}, the others in the list below.
      </p>
      <ul>
        {open.map(({ group_key, title, severity, open: left, alerts, began_at, ended_at, known_at }) => (
          <li key={group_key}>
            <button type="button" className="link-button" onClick={() => onShow(group_key)}>
              {title}
            </button>
            <SeverityChip severity={severity} />
            <span>
              {countText(left)} of {countText(alerts)} open
            </span>
            <span>
              <When at={began_at} />
              {' to '}
              {ended_at === null ? 'now' : <When at={ended_at} />}
              <span className="dim">
                {', detected '}
                <When at={known_at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const KIND_WORDS: Readonly<Record<AlertGroup['kind'], string>> = { FLOOD: 'flood', JAM: 'jam' }
