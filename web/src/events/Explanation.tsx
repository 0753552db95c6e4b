import type { RuleExplanation } from '@samudra/contract/rule-results'
import { IconCheck, IconHelp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { When } from '../kit/When.tsx'
import { RawMessage } from '../map/RawMessage.tsx'

const VERDICTS = {
  TRUE: { Icon: IconCheck, word: 'held' },
  FALSE: { Icon: IconX, word: 'did not hold' },
  UNKNOWN: { Icon: IconHelp, word: 'is not known' },
} as const
/** Of more fixes nobody reads the sentences one by one. */
const FIXES_SHOWN = 10

const withUnit = (value: string | number, unit: string | null) =>
  `${typeof value === 'number' ? Number(value.toPrecision(6)) : value}${unit === null ? '' : ` ${unit}`}`

/** Why a rule held, condition by condition, down to the sentences as they were received. */
export function Explanation({ of, mmsi }: { of: RuleExplanation; mmsi: string }) {
  return (
    <ul className="explanation">
      <Condition node={of} mmsi={mmsi} />
    </ul>
  )
}

function Condition({ node, mmsi }: { node: RuleExplanation; mmsi: string }) {
  const { Icon, word } = VERDICTS[node.verdict]
  const { value, threshold, unit, window } = node
  return (
    <li data-verdict={node.verdict}>
      <Icon size={14} role="img" aria-label={word} />
      <div>
        <span>{node.asked}</span>
        {value !== null && (
          <span className="figures">
            {' '}
            <b>{withUnit(value, unit)}</b>
            {threshold !== null && <span className="dim"> asked {withUnit(threshold, unit)}</span>}
          </span>
        )}
        {window !== null && (
          <p className="dim">
            <When at={window.from} /> to <When at={window.to} />
          </p>
        )}
        {node.fix_ids.length > 0 && <Fixes ids={node.fix_ids} mmsi={mmsi} />}
        {node.of.length > 0 && (
          <ul>
            {node.of.map((one, at) => (
              <Condition key={at} node={one} mmsi={mmsi} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function Fixes({ ids, mmsi }: { ids: readonly string[]; mmsi: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {ids.length === 1 ? 'the fix behind it' : `${ids.length} fixes behind it`}
      </button>
      {isOpen &&
        ids
          .slice(-FIXES_SHOWN)
          .map((id) => <RawMessage key={id} fixId={id} mmsi={mmsi} source={`fix ${id}`} />)}
      {isOpen && ids.length > FIXES_SHOWN && <p className="dim">The last {FIXES_SHOWN} are shown.</p>}
    </>
  )
}
