import { Checkbox } from '@mantine/core'
import {
  checkPortImport,
  commitPortImport,
  getPortImports,
  LARGEST_PORT_FILE,
  type PortImport,
} from '@samudra/contract/ports'
import { ImportDrawer } from '../../../kit/forms/ImportDrawer.tsx'
import { call } from '../../../wire/call.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { PortImportsDone } from './PortImportsDone.tsx'
import { ports } from './ports.store.ts'

/** A list of ports from a file, and the files that ports came from. */
export function PortImportDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const stale = useStale()
  return (
    <ImportDrawer<PortImport, { move: boolean }>
      title="Import ports"
      isOpen={isOpen}
      onClose={onClose}
      takes="CSV of the World Port Index or of UN/LOCODE"
      largest={LARGEST_PORT_FILE}
      sourceHint="Shown on every added or moved port"
      usualSource="World Port Index, Pub 150"
      usual={{ move: false }}
      renderFields={({ fields, set }) => (
        <Checkbox
          label="Move existing ports to the positions in the file"
          description="Never moves ports with a drawn harbour or a user correction"
          checked={fields.move}
          onChange={(event) => set({ move: event.currentTarget.checked })}
        />
      )}
      check={(file, source, { move }) =>
        call(checkPortImport, { name: file.name, source, move }, { bytes: file })
      }
      commit={(id) => call(commitPortImport, { id })}
      done={() => {
        void ports.read()
        stale(getPortImports)
      }}
      passed="lines without a port"
      columns={[
        { label: 'Name', width: 'minmax(110px, 1fr)', value: ({ name }) => name },
        { label: 'Code', width: '70px', value: ({ locode }) => locode },
      ]}
      csv="port-import.csv"
    >
      <PortImportsDone />
    </ImportDrawer>
  )
}
