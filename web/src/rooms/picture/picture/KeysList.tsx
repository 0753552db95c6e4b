import { Modal } from '@mantine/core'
import type { MapTool } from '../../../map/workbench/part.ts'

const LIST: readonly [keys: string, what: string][] = [
  ['/', 'Search'],
  ['Ctrl K', 'Screens, actions, and whatever has a name'],
  ['← ↑ → ↓', 'Move the chart'],
  ['+  −', 'Zoom'],
  ['Esc', 'Close the card'],
  ['Shift click', 'A popup that follows the ship'],
  ['B', 'Next base layer'],
  ['P', 'Next palette'],
  ['G', 'Grid lines'],
  ['H', 'Home view'],
  ['?', 'This list'],
]
/** The keys of the map screen, and of its tools. */
export function KeysList(props: { isOpen: boolean; close: () => void; tools: readonly MapTool[] }) {
  const { isOpen, close, tools } = props
  return (
    <Modal opened={isOpen} onClose={close} title="Keys" size="sm" centered>
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
