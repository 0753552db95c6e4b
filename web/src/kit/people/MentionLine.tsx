import { countWords } from '../text/quantity-text.ts'
import type { MentionName } from './mention-names.ts'
import { PresenceDot } from './PresenceDot.tsx'

/** Square in the colour of a group. */
export const GroupSwatch = ({ color }: { color: string }) => (
  <i className="group-swatch" style={{ background: color }} aria-hidden />
)

/** One offered name: a user with presence, a group with its colour, a duty, or everybody. */
export function MentionLine({ of }: { of: MentionName }) {
  return (
    <span className="person">
      {of.kind === 'user' && <PresenceDot userId={of.id} />}
      {of.kind === 'group' && <GroupSwatch color={of.color} />}
      <span className="person-name">{of.name}</span>
      {of.kind === 'group' && <small className="person-duty">{countWords(of.count, 'member')}</small>}
      {of.kind === 'duty' && <small className="person-duty">{of.label}, on duty now</small>}
      {of.kind === 'everybody' && <small className="person-duty">{of.label}</small>}
    </span>
  )
}
