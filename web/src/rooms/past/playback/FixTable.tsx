import { indexAt } from '@samudra/nautical/tracks/timed-track'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { positionText } from '../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useInstant } from '../../../time/clock.ts'
import { pause, seek } from '../../../time/clock.store.ts'
import { usePlayback, type PlottedFix, type PlottedTrack } from './playback.store.ts'

const COLUMNS: Column<PlottedFix>[] = [
  { key: 't', label: 'Observed', width: '178px', cell: ({ t }) => <When at={t} /> },
  {
    key: 'place',
    label: 'Position',
    width: 'minmax(172px, 1fr)',
    cell: ({ lat, lon }) => <span className="figures">{positionText(lat, lon)}</span>,
  },
  { key: 'sog', label: 'SOG', width: '70px', isNumber: true, cell: ({ sog }) => <Quantity knots={sog} /> },
  { key: 'cog', label: 'COG', width: '54px', isNumber: true, cell: ({ cog }) => <Quantity degrees={cog} /> },
  { key: 'hdg', label: 'HDG', width: '54px', isNumber: true, cell: ({ hdg }) => <Quantity degrees={hdg} /> },
  {
    key: 'source',
    label: 'Source',
    width: '72px',
    cell: ({ source, isSuspect }) => (isSuspect ? `${source} ?` : source),
  },
]

/** Lists every fix of the first vessel, and marks and keeps in view the one at the instant. */
export function FixTable({ track }: { track: PlottedTrack | undefined }) {
  const at = useInstant(100)
  const fault = usePlayback(({ query: request, faults }) =>
    request === null ? undefined : Object.values(faults)[0],
  )
  const isLoading = usePlayback((state) => state.isLoading)
  const fixes = track?.fixes ?? []
  const index = indexAt(fixes, at)
  return (
    <Table
      label="Fixes"
      columns={COLUMNS}
      rows={fixes}
      rowKey={({ id }) => id}
      selected={fixes[index]?.id ?? null}
      {...(index < 0 ? {} : { inView: index })}
      onOpen={({ t }) => {
        pause()
        seek(t)
      }}
      isWaiting={isLoading && track === undefined}
      error={fault === undefined || track !== undefined ? null : new Error(fault)}
      empty={
        <Nothing
          title="No positions in this period"
          hint="Choose another period. The vessel may have been silent."
        />
      }
    />
  )
}
