import { Menu } from '@mantine/core'
import type { Panel } from '@samudra/contract/dashboards'
import { IconArrowsMove, IconPencil, IconTrash } from '@tabler/icons-react'
import { stepped, type Step } from '../panel-grid.ts'

type Props = {
  panel: Panel
  panels: readonly Panel[]
  change: (panels: readonly Panel[]) => void
  edit: () => void
}
const STEPS: readonly (readonly [Step, string])[] = [
  ['left', 'Move left'],
  ['right', 'Move right'],
  ['up', 'Move up'],
  ['down', 'Move down'],
  ['wider', 'Wider'],
  ['narrower', 'Narrower'],
  ['taller', 'Taller'],
  ['lower', 'Shorter'],
]

/** Buttons of a panel that is edited: all that the pointer does can be done by keyboard. */
export function PanelTools({ panel, panels, change, edit }: Props) {
  const replace = (next: Panel) => change(panels.map((one) => (one.id === panel.id ? next : one)))
  return (
    <span className="panel-tools">
      <button
        type="button"
        className="icon-button"
        aria-label={`Change ${panel.title}`}
        title="Change"
        onClick={edit}
      >
        <IconPencil size={14} />
      </button>
      <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
        <Menu.Target>
          <button
            type="button"
            className="icon-button"
            aria-label={`Move or resize ${panel.title}`}
            title="Move or resize"
          >
            <IconArrowsMove size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {STEPS.map(([step, label]) => (
            <Menu.Item key={step} onClick={() => replace(stepped(panel, step))}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${panel.title}`}
        title="Remove (Undo brings it back)"
        onClick={() => change(panels.filter((one) => one.id !== panel.id))}
      >
        <IconTrash size={14} />
      </button>
    </span>
  )
}
