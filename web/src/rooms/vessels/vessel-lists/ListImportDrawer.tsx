import {
  checkVesselListImport,
  commitVesselListImport,
  LARGEST_LIST_FILE,
  type VesselList,
  type VesselListImport,
} from '@samudra/contract/vessel-lists'
import { lists } from '../../../stored/shared.ts'
import { ImportDrawer } from '../../../kit/forms/ImportDrawer.tsx'
import { call } from '../../../wire/call.ts'

type Props = { list: VesselList; isOpen: boolean; onClose: () => void }

/** Members of a list from a file. */
export const ListImportDrawer = ({ list, isOpen, onClose }: Props) => (
  <ImportDrawer<VesselListImport>
    title={`Import vessels to ${list.name}`}
    isOpen={isOpen}
    onClose={onClose}
    takes="CSV with a column MMSI, and if it has them reason and until; or one column of MMSIs"
    largest={LARGEST_LIST_FILE}
    sourceHint="Reason for lines without one"
    sourceLabel="Reason"
    usualSource=""
    usual={{}}
    check={(file, reason) =>
      call(checkVesselListImport, { id: list.id, name: file.name, reason }, { bytes: file })
    }
    commit={(id) => call(commitVesselListImport, { id })}
    done={() => lists.again(list.id)}
    columns={[
      { label: 'MMSI', width: '100px', value: ({ mmsi }) => mmsi },
      { label: 'Name', width: 'minmax(110px, 1fr)', value: ({ ship_name }) => ship_name },
    ]}
    csv="list-import.csv"
  />
)
