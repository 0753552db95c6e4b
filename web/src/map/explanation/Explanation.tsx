import type { RuleExplanation } from '@samudra/contract/rule-results'
import { IconCheck, IconHelp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { When } from '../../kit/text/When.tsx'
import { RawMessage } from './RawMessage.tsx'
import { decisive, partOf, type Part } from './deciding.ts'
import { VesselPositions } from './VesselPositions.tsx'
import './explanation.css'

const VERDICTS = {
  TRUE: { Icon: IconCheck, word: 'held' },
  FALSE: { Icon: IconX, word: 'false' },
  UNKNOWN: { Icon: IconHelp, word: 'unknown' },
} as const
/** Maximum number of fixes shown; a longer list of sentences is not read one by one. */
const FIXES_SHOWN = 10

const withUnit = (value: string | number, unit: string | null) =>
  `${typeof value === 'number' ? Number(value.toPrecision(6)) : value}${unit === null ? '' : ` ${unit}`}`

/**
 * Shows why a rule matched, down to the sentences as received; the decisive conditions first, all of them on request.
 */
export function Explanation({ of, mmsi }: { of: RuleExplanation; mmsi: string | null }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? of.of : decisive(of)
  return (
    <>
      <ul className="explanation">
        {shown.map((one, at) => (
          <Condition key={at} node={one} mmsi={mmsi} />
        ))}
      </ul>
      {of.fix_ids.length > 0 && <Fixes ids={of.fix_ids} mmsi={mmsi} />}
      <button
        type="button"
        className="link-button"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show decisive conditions' : 'Show all conditions'}
      </button>
    </>
  )
}

/** Text before a condition of a rule; none before the condition that makes it match. */
const PARTS: Record<Part, string> = {
  when: '',
  scope: 'applies if ',
  unless: 'unless ',
  besides: 'also ',
}

function Condition({ node, mmsi }: { node: RuleExplanation; mmsi: string | null }) {
  const { Icon, word } = VERDICTS[node.verdict]
  const { part, query: request } = partOf(node)
  return (
    <li data-verdict={node.verdict}>
      <Icon size={14} role="img" aria-label={word} />
      <div>
        <span>
          <span className="dim">{PARTS[part]}</span>
          {request}
        </span>
        <Found node={node} />
        {node.positions !== undefined && <VesselPositions of={node.positions} mmsi={mmsi} />}
        {node.of.length > 0 && (
          <ul>
            {node.of.map((one, at) => (
              <Condition key={at} node={one} mmsi={mmsi} />
            ))}
          </ul>
        )}
        {node.of.length === 0 && node.fix_ids.length > 1 && <Fixes ids={node.fix_ids} mmsi={mmsi} />}
      </div>
    </li>
  )
}

/** Shows the value found for a condition, leaving out one that only repeats the threshold. */
function Found({ node: { value, threshold, unit, window } }: { node: RuleExplanation }) {
  if ((value === null || value === threshold) && window === null) return null
  return (
    <p className="dim">
      {value !== null && <b className="figures">{withUnit(value, unit)}</b>}
      {value !== null && window !== null && ', '}
      {window !== null && (
        <>
          <When at={window.from} /> to <When at={window.to} />
        </>
      )}
    </p>
  )
}

function Fixes({ ids, mmsi }: { ids: readonly string[]; mmsi: string | null }) {
  const [isOpen, setOpen] = useState(false)
  const shown = ids.slice(-FIXES_SHOWN)
  return (
    <div>
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} {ids.length === 1 ? 'the fix used' : `the ${ids.length} fixes used`}
      </button>
      {isOpen && shown.map((id) => <RawMessage key={id} fixId={id} mmsi={mmsi} source={`fix ${id}`} />)}
      {isOpen && ids.length > FIXES_SHOWN && <p className="dim">The last {FIXES_SHOWN} are shown.</p>}
    </div>
  )
}
