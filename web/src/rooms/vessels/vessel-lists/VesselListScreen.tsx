import { filterText } from '@samudra/contract/filter-text'
import { Button } from '@mantine/core'
import { SEEN_BY } from '@samudra/contract/kind'
import {
  BLACKLIST,
  deleteVesselList,
  exportVesselList,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import {
  IconChartSankey,
  IconFileImport,
  IconMap,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useStored } from '../../../stored/stores.ts'
import { lists } from '../../../stored/shared.ts'
import { AddressWords } from '../../../kit/forms/AddressWords.tsx'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { analysisLink } from '../../../kit/pages/links.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { changeFilter } from '../../../map/filter.store.ts'
import { FollowButton } from '../../../map/FollowButton.tsx'
import { call, download } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { AddDialog } from './AddDialog.tsx'
import { ListDialog } from './ListDialog.tsx'
import { ListImportDrawer } from './ListImportDrawer.tsx'
import { KIND_WORDS, LISTS } from './list-words.ts'
import { addShips } from './lists.store.ts'
import { MemberTable, StayTable } from './MemberTables.tsx'
import './lists.css'

const PARTS = [
  { value: 'ships', label: 'Vessels' },
  { value: 'moves', label: 'History' },
]

/** One list: who is on it and why, and who came and went. */
export function Component() {
  const { id = '' } = useParams()
  const { byId, isRead, fault } = useStored(lists)
  const list = byId.get(id)
  if (list !== undefined) return <One key={id} list={list} />
  const isGone = isRead && fault === null
  return (
    <Page title="Vessel list">
      {isGone && <Nothing title="List not found" hint="It was deleted, or you may not see it." />}
      {fault !== null && <Failed error={new Error(fault)} onRetry={() => lists.read()} />}
      {!isRead && fault === null && <Waiting />}
      <p>
        <Link to={LISTS}>All vessel lists</Link>
      </p>
    </Page>
  )
}

function One({ list }: { list: VesselList }) {
  const { valueOf, put } = useAddress()
  const part = valueOf('part') === 'moves' ? 'moves' : 'ships'
  const stated = [
    countWords(list.count, 'vessel'),
    KIND_WORDS[list.kind],
    SEEN_BY[list.visibility],
    ...(list.owner === '' ? [] : [`owner ${list.owner}`]),
  ]
  return (
    <Page title={list.name} subtitle={stated.join(' · ')} actions={<Acts list={list} />}>
      <div className="list-bar">
        <i className="list-colour" style={{ background: list.color }} aria-hidden />
        <Segments
          label="View"
          data={PARTS}
          value={part}
          onChange={(value) => put('part', value === 'ships' ? null : value)}
        />
        <AddressWords
          aria-label={part === 'ships' ? 'Find a vessel on the list' : 'MMSI'}
          placeholder={part === 'ships' ? 'Name, MMSI, reason, user' : 'MMSI'}
          maxLength={100}
          value={valueOf('q')}
          onChange={(words) => put('q', words)}
        />
        <Link to={LISTS}>All vessel lists</Link>
      </div>
      {list.query !== null && <p className="list-note">Finds vessels with {filterText(list.query)}</p>}
      {list.id === BLACKLIST && <p className="list-note">Flags vessels as blacklisted.</p>}
      {part === 'ships' ? <MemberTable list={list} /> : <StayTable list={list} />}
    </Page>
  )
}

function Acts({ list }: { list: VesselList }) {
  const [open, setOpen] = useState<'edit' | 'import' | null>(null)
  const navigate = useNavigate()
  const close = () => setOpen(null)
  return (
    <>
      <FollowButton kind="LIST" id={list.id} name={list.name} />
      <Save list={list} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMap size={14} />}
        onClick={() => {
          changeFilter({ lists: [list.id] })
          void navigate('/home/main/map')
        }}
      >
        Show on the map
      </Button>
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={analysisLink('LIST', list.id)}
        leftSection={<IconChartSankey size={14} />}
      >
        Analyse
      </Button>
      {list.may_add && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={14} />}
            onClick={() => setOpen('import')}
          >
            Import
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => addShips(list.id)}
          >
            Add vessels
          </Button>
          <AddDialog />
        </>
      )}
      {list.mine && (
        <>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => setOpen('edit')}
          >
            Change
          </Button>
          {list.id !== BLACKLIST && <Delete list={list} onDone={() => void navigate(LISTS)} />}
        </>
      )}
      <ListDialog list={list} isOpen={open === 'edit'} close={close} />
      <ListImportDrawer list={list} isOpen={open === 'import'} onClose={close} />
    </>
  )
}

const Delete = ({ list: { id, name }, onDone }: { list: VesselList; onDone: () => void }) => (
  <QuestionButton
    label="Delete"
    icon={<IconTrash size={14} />}
    question={{
      title: `Delete ${name}?`,
      text: 'It leaves every screen; its versions stay in the record.',
      act: 'Delete',
      needsReason: true,
      isGrave: true,
    }}
    act={async (reason) => {
      await call(deleteVesselList, { id, reason })
      lists.drop(id)
      onDone()
    }}
  />
)

/** All of it to take along, as far as one may know. */
function Save({ list }: { list: VesselList }) {
  const save = useAction(async (format: 'csv' | 'geojson') => {
    const { data, bytes } = await download(exportVesselList, { id: list.id, format })
    saveFile(data.name, data.content_type, bytes)
  })
  return (
    <>
      {save.fault !== null && (
        <span className="refusal" role="alert">
          {save.fault.message}
        </span>
      )}
      <ActionButton size="xs" variant="default" isBusy={save.isBusy} onClick={() => save.run('csv')}>
        Save as CSV
      </ActionButton>
      <ActionButton size="xs" variant="default" isBusy={save.isBusy} onClick={() => save.run('geojson')}>
        Save as GeoJSON
      </ActionButton>
    </>
  )
}
