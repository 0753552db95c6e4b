import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { Button } from '@mantine/core'
import { BLACKLIST, deleteVesselList, type VesselList } from '@samudra/contract/vessel-lists'
import { IconChevronDown, IconChevronRight, IconFilter, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { DeleteButton } from '../../../kit/forms/DeleteButton.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import { changeFilter, useFilter } from '../../../map/filter.store.ts'
import { call } from '../../../wire/call.ts'
import { lists } from '../../../stored/shared.ts'
import { listPath } from './list-words.ts'
import { addShips, useLists } from './lists.store.ts'
import { Members } from './Members.tsx'

/** The vessel lists: their ships, gone to and removed, and the map showing them only. */
export function ListsPanel() {
  const { rows, fault, isRead } = useStored(lists)
  return (
    <>
      <FaultLine fault={fault} again={() => lists.read()} />
      {isRead && fault === null && rows.every(({ id }) => id === BLACKLIST) && (
        <p className="list-note">
          Only the blacklist exists. Create a list here, or right-click a vessel and choose “Add to list…”.
        </p>
      )}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        onClick={() => addShips(null)}
      >
        New list
      </Button>
      <ul className="vessel-lists">
        {rows.map((list) => (
          <ListRow key={list.id} list={list} />
        ))}
      </ul>
    </>
  )
}

function ListRow({ list }: { list: VesselList }) {
  const isOpen = useLists((state) => state.open === list.id)
  const isPlain = useLists((state) => state.plain.includes(list.id))
  const isOnly = useFilter(({ filter }) => filter.lists?.length === 1 && filter.lists[0] === list.id)
  return (
    <li>
      <div className="list-head">
        <i style={{ background: list.color }} aria-hidden />
        <button
          type="button"
          className="list-name"
          aria-expanded={isOpen}
          onClick={() => useLists.setState({ open: isOpen ? null : list.id })}
        >
          <b>{list.name}</b>
          <small>
            {countWords(list.count, 'vessel')}
            {list.owner !== '' && ` · ${list.owner}`}
          </small>
          {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        </button>
        <FollowButton isSmall kind="LIST" id={list.id} name={list.name} />
        {list.mine && list.id !== BLACKLIST && <DeleteList list={list} />}
      </div>
      {isOpen && (
        <>
          <Button
            size="compact-xs"
            variant={isOnly ? 'filled' : 'default'}
            leftSection={<IconFilter size={13} aria-hidden />}
            aria-pressed={isOnly}
            onClick={() => changeFilter({ lists: isOnly ? undefined : [list.id] })}
          >
            {isOnly ? 'Show all vessels' : 'Show only these'}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-pressed={!isPlain}
            onClick={() =>
              useLists.setState(({ plain }) => ({
                plain: isPlain ? plain.filter((id) => id !== list.id) : [...plain, list.id],
              }))
            }
          >
            {isPlain ? 'Colour its vessels' : 'Do not colour'}
          </Button>
          {list.may_add && (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconPlus size={13} aria-hidden />}
              onClick={() => addShips(list.id)}
            >
              Add vessels
            </Button>
          )}
          <Link className="link-button" to={listPath(list.id)}>
            All of it
          </Link>
          <Members list={list} />
        </>
      )}
    </li>
  )
}

const DeleteList = ({ list: { id, name } }: { list: VesselList }) => (
  <DeleteButton
    name={name}
    text="It leaves every screen; its versions stay in the record."
    needsReason
    remove={async (reason) => {
      await call(deleteVesselList, { id, reason })
      const { filter } = useFilter.getState()
      if (filter.lists?.includes(id) === true)
        changeFilter({ lists: filter.lists.filter((one) => one !== id) })
      lists.drop(id)
    }}
  />
)
