import { FaultLine } from '../../../kit/pages/FaultLine.tsx'
import { Button, Menu, TextInput } from '@mantine/core'
import { addAoi, deleteAoi, type Aoi } from '@samudra/contract/areas'
import {
  IconChartSankey,
  IconDotsVertical,
  IconDownload,
  IconEdit,
  IconListDetails,
  IconMessageShare,
  IconZoomIn,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { DeleteButton } from '../../../kit/forms/DeleteButton.tsx'
import { analysisLink } from '../../../kit/pages/links.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { areaOf } from '../../../map/filter.store.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import { listContacts } from '../../../map/contact-list.store.ts'
import { openVisitLog } from '../../../map/explanation/visit-log.store.ts'
import { wishExport } from '../../../map/export-wish.ts'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { areas } from '../../../stored/shared.ts'
import { shareInChat } from '../../../kit/share/share.store.ts'
import { newArea, openArea, showArea, type AreaKind } from './areas.store.ts'

const KINDS: readonly [AreaKind, string][] = [
  ['polygon', 'Polygon'],
  ['rectangle', 'Rectangle'],
  ['circle', 'Circle'],
  ['corridor', 'Corridor'],
  ['lasso', 'Freehand'],
  ['paste', 'Paste'],
]
const SHOWN = 200

/** The areas of interest: drawn here, found, gone to, edited and deleted. */
export function AreasPanel() {
  const { rows, fault, isRead } = useStored(areas)
  const [words, setWords] = useState('')
  const [deleted, setDeleted] = useState<Aoi | null>(null)
  const undo = useAction(async (area: Aoi) => {
    areas.take(await call(addAoi, copyOf(area)))
    setDeleted(null)
  })
  const found = rows.filter(({ name, notes }) =>
    `${name}\n${notes}`.toLowerCase().includes(words.toLowerCase()),
  )
  return (
    <>
      <div className="area-kinds" role="group" aria-label="New area">
        {KINDS.map(([kind, label]) => (
          <Button key={kind} size="compact-xs" variant="default" onClick={() => newArea(kind)}>
            {label}
          </Button>
        ))}
      </div>
      {rows.length > 6 && (
        <TextInput
          size="xs"
          aria-label="Search areas"
          placeholder="Search areas"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {deleted !== null && (
        <p className="area-note" role="status">
          {deleted.name} is deleted.{' '}
          <button type="button" className="link-button" onClick={() => void undo.run(deleted)}>
            Undo
          </button>
        </p>
      )}
      {[fault, undo.fault?.message ?? null].map((message, i) => (
        <FaultLine key={i} fault={message} again={() => areas.read()} />
      ))}
      {isRead && fault === null && rows.length === 0 && (
        <p className="area-note">No areas yet. Choose a shape above and draw one.</p>
      )}
      <ul className="area-list">
        {found.slice(0, SHOWN).map((area) => (
          <AreaRow key={area.id} area={area} onDeleted={setDeleted} />
        ))}
      </ul>
      {found.length > SHOWN && (
        <p className="area-note">{found.length - SHOWN} more; type part of the name.</p>
      )}
    </>
  )
}

/** Returns the input that creates an area again after deletion. */
const copyOf = ({
  name,
  type,
  visibility,
  recur,
  color,
  notes,
  valid_from,
  valid_to,
  geometry,
  shape,
}: Aoi) => ({
  name,
  type,
  visibility,
  recur,
  color,
  notes,
  valid_from,
  valid_to,
  ...(shape === null ? { geometry } : { shape }),
})

function AreaRow({ area, onDeleted }: { area: Aoi; onDeleted: (area: Aoi) => void }) {
  const remove = async (reason: string) => {
    await call(deleteAoi, { id: area.id, reason })
    areas.drop(area.id)
    onDeleted(area)
  }
  return (
    <li data-active={area.active}>
      <i style={{ background: area.color }} aria-hidden />
      <span className="area-name">
        <b>{area.name}</b>
        <small>
          {area.type.toLowerCase()} · <Quantity count={Math.round(area.area_nm2)} /> NM²
          {area.stats.inside_now !== null && (
            <>
              {' · '}
              <button
                type="button"
                className="link-button"
                title="List vessels"
                onClick={() => listContacts(`Contacts in ${area.name}`, { area: areaOf(area) })}
              >
                <Quantity count={area.stats.inside_now} /> inside
              </button>
            </>
          )}
          {!area.active && ' · not valid now'}
        </small>
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label={`Show ${area.name}`}
        title="Show on the map"
        onClick={() => showArea(area)}
      >
        <IconZoomIn size={15} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Log of ${area.name}`}
        title="Entries and exits"
        onClick={() => openVisitLog({ kind: 'area', id: area.id, name: area.name })}
      >
        <IconListDetails size={15} />
      </button>
      <FollowButton isSmall kind="AREA" id={area.id} name={area.name} />
      {area.mine && (
        <>
          <button
            type="button"
            className="icon-button"
            aria-label={`Edit ${area.name}`}
            title="Edit"
            onClick={() => openArea(area)}
          >
            <IconEdit size={15} />
          </button>
          <DeleteButton
            name={area.name}
            text="The area is removed for all users. Its history stays."
            remove={remove}
          />
        </>
      )}
      <AreaMenu area={area} />
    </li>
  )
}

/** Further actions on an area. */
function AreaMenu({ area }: { area: Aoi }) {
  const { id, name, geometry } = area
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={`Actions for ${name}`} title="More">
          <IconDotsVertical size={15} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={analysisLink('AREA', id)} leftSection={<IconChartSankey size={14} />}>
          Analyse
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={14} />}
          onClick={() => wishExport({ label: `vessels in ${name}`, area: geometry })}
        >
          Export tracks in area
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMessageShare size={14} />}
          onClick={() => shareInChat({ kind: 'area', id, label: name })}
        >
          Share in chat
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
