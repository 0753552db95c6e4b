import { Checkbox, Popover, TextInput } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconColumns3,
  IconPin,
  IconPinFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { inOrder, moved, toggled, USUAL_LOOK } from './table-look.ts'
import { dropView, lookOf, saveView, setLook, useTableLooks } from './table-looks.store.ts'
import type { Column } from './table.ts'

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  /** Applies the query in the address of a saved view. */
  onSearch?: ((search: string) => void) | undefined
  /** False for a table in a text, which does not scroll by itself and so cannot freeze columns. */
  canFreeze?: boolean
}
const NO_VIEWS: readonly never[] = []

/** Shows the button at the head of a table that opens its columns, to choose, order and freeze, and its saved views. */
export function TableLook<Row>(props: Props<Row>) {
  return (
    <Popover position="bottom-end" shadow="md" width={290} trapFocus>
      <Popover.Target>
        <button type="button" className="table-look icon-button" aria-label="Columns and views">
          <IconColumns3 size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="table-look-box">
        <Columns {...props} />
        <Views {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Columns<Row>({ name, columns, canFreeze = true }: Props<Row>) {
  const look = useTableLooks((state) => lookOf(state, name))
  const ordered = inOrder(columns, look)
  const order = ordered.map(({ key }) => key)
  const shown = ordered.filter(({ key }) => !look.hidden.includes(key))
  return (
    <>
      <ul className="table-look-columns" aria-label="Columns">
        {ordered.map(({ key, label }) => {
          const place = shown.findIndex((one) => one.key === key)
          const isFrozen = place >= 0 && place < look.frozen
          return (
            <li key={key}>
              <Checkbox
                size="xs"
                label={label}
                checked={place >= 0}
                disabled={place >= 0 && shown.length === 1}
                onChange={() => setLook(name, { hidden: toggled(look.hidden, key) })}
              />
              {canFreeze && (
                <button
                  type="button"
                  className="icon-button"
                  disabled={place < 0}
                  aria-pressed={isFrozen}
                  aria-label={isFrozen ? `Unfreeze ${label}` : `Freeze columns up to ${label}`}
                  onClick={() => setLook(name, { frozen: isFrozen ? place : place + 1 })}
                >
                  {isFrozen ? <IconPinFilled size={14} /> : <IconPin size={14} />}
                </button>
              )}
              {([-1, 1] as const).map((by) => (
                <button
                  type="button"
                  key={by}
                  className="icon-button"
                  disabled={order.at(by < 0 ? 0 : -1) === key}
                  aria-label={by < 0 ? `Move ${label} left` : `Move ${label} right`}
                  onClick={() => setLook(name, { order: moved(order, key, by) })}
                >
                  {by < 0 ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />}
                </button>
              ))}
            </li>
          )
        })}
      </ul>
      <button type="button" className="link-button" onClick={() => setLook(name, USUAL_LOOK)}>
        Reset columns
      </button>
    </>
  )
}

function Views<Row>({ name, onSearch }: Props<Row>) {
  const views = useTableLooks((state) => state.views[name]) ?? NO_VIEWS
  const look = useTableLooks((state) => lookOf(state, name))
  const [typed, setTyped] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    saveView(name, { name: typed.trim(), look, search: location.search })
    setTyped('')
  }
  return (
    <>
      <h4>Views</h4>
      {views.length > 0 && (
        <ul className="table-look-columns" aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  setLook(name, view.look)
                  onSearch?.(view.search)
                }}
              >
                {view.name}
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => dropView(name, view.name)}
              >
                <IconTrash size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save} className="table-look-save">
        <TextInput
          size="xs"
          aria-label="View name"
          placeholder="Name this view"
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="link-button" disabled={typed.trim() === ''}>
          Save
        </button>
      </form>
    </>
  )
}
