import { ActionIcon, Menu, Select } from '@mantine/core'
import { phraseOf } from '@samudra/contract/rule-words'
import type { RuleDraft, RuleGroup, RuleNode } from '@samudra/contract/rules'
import {
  IconArrowDown,
  IconArrowUp,
  IconBoxPadding,
  IconClock,
  IconCopy,
  IconDotsVertical,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import type { Counted, CountOf } from '../runs/counts.ts'
import { faultOf } from './rule-draft.ts'
import { Choice, Num } from '../fields/inputs.tsx'
import { added, addedTo, OP_WORDS, OPS, withOp } from './kinds.ts'
import { isTimed, PredicateFields, TimingFields } from '../fields/PredicateFields.tsx'
import { dropPlace, KEYS, acted, textOfPath, pathOfText, type Act } from './tree-keys.ts'
import { Subject } from './subject.ts'
import { childrenOf, insert, keyOf, move, nodeAt, put, type Path } from './tree.ts'
import type { Things } from '../fields/use-things.ts'

type Props = {
  /** Label of the outermost box. */
  label: string
  root: RuleGroup
  things: Things
  countOf: CountOf
  /** Subject of the rule. */
  subject: RuleDraft['subject']
  /** `tag` is the same for what is typed into one field. */
  onChange: (root: RuleGroup, tag?: string) => void
}
type Tree = Pick<Props, 'things' | 'countOf' | 'subject'> & {
  root: RuleGroup
  edit: (path: Path, node: RuleNode) => void
  act: (act: Act, path: Path) => void
  add: (path: Path, choice: string) => void
  drag: (path: Path) => void
}

/** Nested boxes of conditions, moved by the pointer and by keys. */
export function Boxes({ label, root, things, countOf, subject, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<number | null>(null)
  const [hitEvent, setShown] = useState('')
  // Before anything is painted: keys that are pressed quickly one after the other all reach it.
  useLayoutEffect(() => {
    const key = wanted.current
    if (key === null) return
    wanted.current = null
    box.current?.querySelector<HTMLElement>(`[data-key="${key}"] .rule-grip`)?.focus()
  })
  const act = (what: Act, path: Path) => {
    const done = acted(root, what, path)
    if (done === null) return
    wanted.current = done.focus
    setShown(done.text)
    onChange(done.root)
  }
  const drag = useDrag(root, onChange)
  const tree: Tree = {
    root,
    things,
    countOf,
    subject,
    act,
    drag: drag.begin,
    edit: (path, node) => {
      const next = put(root, path, node)
      onChange(next, `${label} ${keyOf(nodeAt(next, path)!)}`)
    },
    add: (path, choice) => {
      const node = added(choice, subject)
      if (node === null) return
      wanted.current = keyOf(node)
      onChange(insert(root, path, node))
    },
  }
  const press = (event: KeyboardEvent) => {
    const what = KEYS[`${event.shiftKey ? 'Shift+' : ''}${event.code}`]
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-path]')
    if (!event.altKey || event.ctrlKey || what === undefined || row === null) return
    event.preventDefault()
    event.stopPropagation()
    act(what, pathOfText(row.dataset['path'] ?? ''))
  }
  return (
    <div ref={box} className="rule-tree" role="group" aria-label={label} onKeyDown={press} {...drag.handlers}>
      <Subject.Provider value={subject}>
        <Box tree={tree} node={root} path={[]} />
      </Subject.Provider>
      <p className="rule-said" role="status">
        {hitEvent}
      </p>
    </div>
  )
}

/** Moves a dragged condition to where it is dropped: before or after a condition, or into a box. */
function useDrag(root: RuleGroup, onChange: (root: RuleGroup) => void) {
  const from = useRef<Path | null>(null)
  const over = useRef<{ element: HTMLElement; to: Path } | null>(null)
  const leave = () => {
    over.current?.element.removeAttribute('data-drop')
    over.current = null
  }
  const end = () => {
    leave()
    from.current = null
  }
  return {
    begin: (path: Path) => void (from.current = path),
    handlers: {
      onDragOver: (event: DragEvent) => {
        const element = (event.target as HTMLElement).closest<HTMLElement>('[data-path]')
        if (from.current === null || element === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        const { top, height } = (element.querySelector('.rule-row') ?? element).getBoundingClientRect()
        const path = pathOfText(element.dataset['path'] ?? '')
        const place = dropPlace(root, path, (event.clientY - top) / Math.max(1, height))
        leave()
        element.dataset['drop'] = place.side
        over.current = { element, to: place.to }
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (from.current !== null && over.current !== null) {
          const next = move(root, from.current, over.current.to)
          if (next !== root) onChange(next)
        }
        end()
      },
      onDragEnd: end,
    },
  }
}

type Shown = { tree: Tree; path: Path }
const Nodes = ({ tree, path, of }: Shown & { of: readonly RuleNode[] }) =>
  of.map((node, i) =>
    'op' in node ? (
      <Box key={keyOf(node)} tree={tree} node={node} path={[...path, i]} />
    ) : (
      <Condition key={keyOf(node)} tree={tree} node={node} path={[...path, i]} />
    ),
  )

function Box({ tree, node, path }: Shown & { node: RuleGroup }) {
  const [isTiming, setTiming] = useState(false)
  const isOuter = path.length === 0
  return (
    <div
      className="rule-box"
      data-path={textOfPath(path)}
      data-key={keyOf(node)}
      data-op={node.op}
      role="group"
      aria-label={`Group: ${OP_WORDS[node.op]}`}
    >
      <div className="rule-row">
        <div className="rule-asks">
          {!isOuter && <Grip tree={tree} node={node} path={path} />}
          <Choice
            label="Combine conditions"
            data={OPS}
            width={96}
            value={node.op}
            onChange={(op) => tree.edit(path, withOp(node, op))}
          />
          {node.op === 'AT_LEAST' && (
            <Num
              label="Minimum number"
              unit={`of ${node.of.length}`}
              min={1}
              max={Math.max(1, node.of.length)}
              value={node.n}
              onChange={(n) => tree.edit(path, { ...node, n: Math.max(1, Math.round(n ?? 1)) })}
            />
          )}
          {(isTiming || isTimed(node)) && (
            <TimingFields node={node} onChange={(next) => tree.edit(path, next)} />
          )}
        </div>
        <Count of={tree.countOf(node)} />
        <Acts tree={tree} node={node} path={path} onTiming={() => setTiming(!isTiming)} />
      </div>
      <div className="rule-children">
        <Nodes tree={tree} path={path} of={node.of} />
        <Add tree={tree} path={[...path, node.of.length]} />
      </div>
    </div>
  )
}

function Condition({ tree, node, path }: Shown & { node: Exclude<RuleNode, RuleGroup> }) {
  const [isTiming, setTiming] = useState(false)
  const children = childrenOf(node)
  const fault = faultOf(node)
  return (
    <div
      className="rule-condition"
      data-path={textOfPath(path)}
      data-key={keyOf(node)}
      data-faulty={fault !== null}
    >
      <div className="rule-row">
        <div className="rule-asks">
          <Grip tree={tree} node={node} path={path} />
          <PredicateFields node={node} things={tree.things} onChange={(next) => tree.edit(path, next)} />
          {node.k !== 'seq' && (isTiming || isTimed(node)) && (
            <TimingFields node={node} onChange={(next) => tree.edit(path, next)} />
          )}
        </div>
        <Count of={tree.countOf(node)} />
        <Acts
          tree={tree}
          node={node}
          path={path}
          onTiming={node.k === 'seq' ? null : () => setTiming(!isTiming)}
        />
      </div>
      {fault !== null && <p className="rule-lack">{fault}</p>}
      {(children.length > 0 || node.k === 'seq') && (
        <div className="rule-children">
          <Nodes tree={tree} path={path} of={children} />
          {node.k === 'seq' && <Add tree={tree} path={[...path, children.length]} />}
        </div>
      )}
    </div>
  )
}

/** Shows the handle of a condition, for the pointer and for the keys. */
const Grip = ({ tree, node, path }: Shown & { node: RuleNode }) => (
  <button
    type="button"
    className="rule-grip"
    draggable
    aria-label={
      'op' in node
        ? `Move the group: ${OP_WORDS[node.op]}`
        : `Move: ${phraseOf(node, tree.things.nameOf, tree.subject === 'AIRCRAFT')}`
    }
    aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Alt+W Alt+U Alt+Delete"
    title="Drag, or use Alt and arrow keys"
    onDragStart={(event) => {
      event.dataTransfer.setData('text/plain', 'condition')
      event.dataTransfer.effectAllowed = 'move'
      tree.drag(path)
    }}
  >
    <IconGripVertical size={14} aria-hidden />
  </button>
)

/** Shows the number of vessels that match now; its title explains what the number leaves out, or why there is none. */
function Count({ of }: { of: Counted | undefined }) {
  if (of === undefined) return <span className="rule-count" />
  const { holds, unknown, about } = of
  const more = unknown === null || unknown === 0 ? '' : `Of ${unknown} more are unknown. `
  return (
    <output className="rule-count figures" aria-label="Vessels that match now" title={`${more}${about}`}>
      {holds === null ? '–' : <Quantity count={holds} />}
    </output>
  )
}

type ActsProps = Shown & { node: RuleNode; onTiming: (() => void) | null }
function Acts({ tree, node, path, onTiming }: ActsProps) {
  const isOuter = path.length === 0
  const item = (what: Act, label: string, Icon: typeof IconTrash, keys: string) => (
    <Menu.Item
      leftSection={<Icon size={14} aria-hidden />}
      rightSection={<kbd>{keys}</kbd>}
      onClick={() => tree.act(what, path)}
    >
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" aria-label="Actions" className="rule-acts">
          <IconDotsVertical size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onTiming !== null && (
          <Menu.Item leftSection={<IconClock size={14} aria-hidden />} onClick={onTiming}>
            Duration and count
          </Menu.Item>
        )}
        {'op' in node && item('unwrap', 'Ungroup', IconBoxPadding, 'Alt U')}
        {!isOuter && (
          <>
            {item('wrap', 'Group', IconBoxPadding, 'Alt W')}
            {item('copy', 'Copy', IconCopy, 'Alt C')}
            {item('up', 'Move up', IconArrowUp, 'Alt ↑')}
            {item('down', 'Move down', IconArrowDown, 'Alt ↓')}
            {item('remove', 'Delete', IconTrash, 'Alt Del')}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Adds what is chosen by its name; typing finds it. */
const Add = ({ tree, path }: Shown) => (
  <Select
    size="xs"
    className="rule-add"
    aria-label="Add a condition"
    placeholder="+ Add a condition"
    searchable
    selectFirstOptionOnChange
    limit={80}
    maxDropdownHeight={320}
    comboboxProps={{ width: 380, position: 'bottom-start' }}
    nothingFoundMessage="No match"
    data={addedTo(tree.subject).map(({ group, items }) => ({ group, items: [...items] }))}
    value={null}
    onChange={(choice) => choice !== null && tree.add(path, choice)}
    // Enter before an option is marked would save the rule.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
)
