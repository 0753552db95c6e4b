import { Button, Select } from '@mantine/core'
import { RULE_FACTS, type Rule } from '@samudra/contract/rule-keeping'
import { sentenceOfRule } from '@samudra/contract/rule-words'
import type { Wording } from '@samudra/contract/kind'
import type { VersionColumns } from '@samudra/contract/objects'
import { useMemo } from 'react'
import { lineOf, SideBySide, type SidesLine } from '../../../../kit/tables/SideBySide.tsx'
import { useWording } from '../../../../kit/text/wording.ts'
import { comparedBoxes, comparedWords, type BoxLine, type ComparedText } from './compare.ts'
import { writtenOf } from '../builder/rule-draft.ts'
import { useThings, type Things } from '../fields/use-things.ts'
import { PART_LABELS } from '../builder/rule-words.ts'

export type RuleVersion = Rule & VersionColumns
type Props = {
  items: readonly RuleVersion[]
  left: RuleVersion
  right: RuleVersion
  onChange: (left: number, right: number) => void
  onClose: () => void
}

/** Shows two versions of a rule side by side: the sentence, the boxes and all other fields, with differences marked. */
export function CompareVersions({ items, left, right, onChange, onClose }: Props) {
  const words = useWording()
  const things = useThings()
  const lines = useMemo(() => linesOf(left, right, things, words), [left, right, things, words])
  const title = ({ version, known_from, updated_by }: RuleVersion) =>
    `Version ${version}: ${words.time(known_from)}, ${updated_by}`
  const data = items.map((one) => ({ value: String(one.version), label: title(one) }))
  const choice = (label: string, one: RuleVersion, put: (version: number) => void) => (
    <Select
      size="xs"
      w={280}
      aria-label={label}
      data={data}
      value={String(one.version)}
      allowDeselect={false}
      onChange={(value) => value !== null && put(Number(value))}
    />
  )
  return (
    <section aria-label="Two versions" className="rule-compare">
      <div className="rule-line">
        {choice('On the left', left, (version) => onChange(version, right.version))}
        <span>beside</span>
        {choice('On the right', right, (version) => onChange(left.version, version))}
        <Button size="xs" variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
      <SideBySide label="Two versions" heads={[title(left), title(right)]} lines={lines} />
      {left.version === right.version && <p className="dim">Both are the same version.</p>}
    </section>
  )
}

function linesOf(left: Rule, right: Rule, { nameOf }: Things, words: Wording): SidesLine[] {
  const stated = comparedWords(
    sentenceOfRule(writtenOf(left), nameOf),
    sentenceOfRule(writtenOf(right), nameOf),
  )
  const sentence = {
    key: 'sentence',
    label: 'In words',
    left: <Sentence of={stated.left} />,
    right: <Sentence of={stated.right} />,
    // Differences are marked word by word.
    differs: false,
  }
  const boxes = comparedBoxes(left, right, nameOf).flatMap(({ part, rows }) =>
    rows.map((row, i) => ({
      key: `${part} ${i}`,
      label: i === 0 ? PART_LABELS[part] : '',
      left: <BoxOf of={row.left} />,
      right: <BoxOf of={row.right} />,
      differs: !row.isSame,
    })),
  )
  const facts = RULE_FACTS.map((field) => lineOf(field, left, right, words)).filter(({ differs }) => differs)
  return [sentence, ...shownOf(boxes), ...facts]
}

/** Maximum number of boxes shown; for larger rules only those that differ, up to this readable number. */
const MOST_BOXES = 150
function shownOf(boxes: readonly SidesLine[]): readonly SidesLine[] {
  if (boxes.length <= MOST_BOXES) return boxes
  const differing = boxes.filter(({ differs }) => differs)
  const more = differing.length - MOST_BOXES
  if (more <= 0) return differing
  const rest = {
    key: 'more',
    label: '',
    left: `… and ${more} more`,
    right: `… and ${more} more`,
    differs: true,
  }
  return [...differing.slice(0, MOST_BOXES), rest]
}

const Sentence = ({ of }: { of: readonly ComparedText[] }) =>
  of.map(({ text, differs }, i) => {
    if (!differs) return <span key={i}>{text}</span>
    const words = text.trimStart()
    return (
      <span key={i}>
        {words === text ? '' : ' '}
        <mark>{words}</mark>
      </span>
    )
  })

const BoxOf = ({ of }: { of: BoxLine | null }) =>
  of === null ? '–' : <span style={{ display: 'block', paddingLeft: `${of.depth * 14}px` }}>{of.text}</span>
