import { Drawer, TextInput } from '@mantine/core'
import type { Panel } from '@samudra/contract/dashboards'
import { useState } from 'react'
import { bottomOf } from '../panel-grid.ts'
import { CATALOG } from '../panel-catalog.ts'

type Props = { panels: readonly Panel[]; add: (panel: Panel) => void; close: () => void }

/** The panels on offer, found by their words; a press adds one below the others. */
export function CatalogDrawer({ panels, add, close }: Props) {
  const [words, setWords] = useState('')
  const isFound = (text: string) => text.toLowerCase().includes(words.trim().toLowerCase())
  const found = CATALOG.filter(({ name, hint }) => isFound(`${name} ${hint}`))
  return (
    <Drawer opened onClose={close} position="right" title="Add a panel" size={360}>
      <TextInput
        size="xs"
        aria-label="Find a panel"
        placeholder="Find a panel"
        value={words}
        data-autofocus
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className="catalog">
        {found.map(({ name, hint, panel }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => add({ ...panel, id: crypto.randomUUID(), x: 0, y: bottomOf(panels) })}
            >
              <b>{name}</b>
              <small>{hint}</small>
            </button>
          </li>
        ))}
        {found.length === 0 && <li>No panel matches.</li>}
      </ul>
    </Drawer>
  )
}
