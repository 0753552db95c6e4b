import { Modal } from '@mantine/core'
import type { MapTool } from '../../../map/workbench/part.ts'

const LIST: readonly [keys: string, what: string][] = [
  ['/', 'Search'],
  ['Ctrl K', 'Find screens, objects and actions'],
  ['← ↑ → ↓', 'Move the chart'],
  ['+  −', 'Zoom'],
  ['Esc', 'Close card'],
  ['Shift click', 'Pin label'],
  ['B', 'Next base layer'],
  ['P', 'Next palette'],
  ['G', 'Grid lines'],
  ['H', 'Home view'],
  ['?', 'Keyboard shortcuts'],
]
/** The keys of the map screen, and of its tools. */
export function KeysList(props: { isOpen: boolean; close: () => void; tools: readonly MapTool[] }) {
  const { isOpen, close, tools } = props
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts" size="sm" centered>
      <dl className="keys">
        {[...LIST, ...keysOf(tools)].map(([keys, what]) => (
          <div key={what}>
            <dt>
              <kbd className="key">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

const keysOf = (tools: readonly MapTool[]) =>
  tools.flatMap(({ hotkey, label }) => (hotkey === undefined ? [] : [[hotkey.toUpperCase(), label] as const]))
