import type { LogRow, Passing, ZoneVisit } from '@samudra/contract/visits'
import type { Column } from '../../../kit/tables/table.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import { claimTitle, claimWords, dwellText, KIND_WORDS, wordOf, zoneWords } from './claims.ts'

function Claim({ passing }: { passing: Passing | null }) {
  return (
    <span className="dim" title={claimTitle(passing)}>
      {claimWords(passing)}
    </span>
  )
}

const passingOf = ({ kind, visit }: LogRow) => (kind === 'EXIT' ? visit?.exit : visit?.entry) ?? null

const placeOf = (passing: Passing | null) =>
  passing === null ? (
    ''
  ) : (
    <>
      <Quantity latitude={passing.lat} /> <Quantity longitude={passing.lon} />
    </>
  )

/** Columns of the log of one area or boundary: vessel, event, time, place and duration. */
export const LOG_COLUMNS: Column<LogRow>[] = [
  {
    key: 'at',
    label: 'When',
    width: '196px',
    cell: ({ at }) => <When at={at} />,
    value: ({ at }) => at,
  },
  {
    key: 'kind',
    label: 'What',
    width: '84px',
    cell: ({ kind }) => KIND_WORDS[kind],
    value: ({ kind }) => kind,
  },
  {
    key: 'ship',
    label: 'Vessel',
    width: 'minmax(130px, 1.4fr)',
    isHead: true,
    cell: ({ ship_name, mmsi, edit }) =>
      edit !== null
        ? `${edit.by}${edit.reason === '' ? '' : `: ${edit.reason}`}`
        : (ship_name ?? `MMSI ${mmsi}`),
    value: ({ ship_name, edit }) => edit?.by ?? ship_name,
  },
  { key: 'mmsi', label: 'MMSI', width: '100px', cell: ({ mmsi }) => mmsi ?? '', value: ({ mmsi }) => mmsi },
  {
    key: 'how',
    label: 'Basis',
    width: '122px',
    cell: (row) => <Claim passing={passingOf(row)} />,
    value: (row) => passingOf(row)?.claim ?? null,
  },
  {
    key: 'place',
    label: 'Where',
    width: '190px',
    cell: (row) => placeOf(passingOf(row)),
    value: (row) => {
      const passing = passingOf(row)
      return passing === null ? null : `${passing.lat.toFixed(6)} ${passing.lon.toFixed(6)}`
    },
  },
  {
    key: 'dwell',
    label: 'Inside for',
    width: '104px',
    isNumber: true,
    cell: ({ kind, visit }) => (kind === 'ENTRY' ? '' : dwellText(visit?.dwell_min ?? null)),
    value: ({ visit }) => visit?.dwell_min ?? null,
  },
  {
    key: 'slowest',
    label: 'Slowest',
    width: '75px',
    isNumber: true,
    cell: ({ kind, visit }) =>
      kind === 'ENTRY' || visit === null || visit.min_sog === null ? '' : <Quantity knots={visit.min_sog} />,
    value: ({ visit }) => visit?.min_sog ?? null,
  },
]

/** Columns of the history of one vessel: place, start, end and duration. */
export const VISIT_COLUMNS: Column<ZoneVisit>[] = [
  {
    key: 'zone',
    label: 'Where',
    width: 'minmax(170px, 1.4fr)',
    isHead: true,
    cell: (visit) => <span title={wordOf(visit.zone)}>{zoneWords(visit)}</span>,
    value: zoneWords,
  },
  {
    key: 'by',
    label: 'Source',
    width: 'minmax(130px, 1fr)',
    cell: ({ zone }) => <span className="dim">{wordOf(zone)}</span>,
    value: ({ zone }) => wordOf(zone),
  },
  {
    key: 'entered',
    label: 'Entered',
    width: '184px',
    cell: ({ entered_at }) => <When at={entered_at} />,
    value: ({ entered_at }) => entered_at,
  },
  {
    key: 'entry',
    label: 'Entry basis',
    width: '108px',
    cell: ({ entry }) => <Claim passing={entry} />,
    value: ({ entry }) => claimWords(entry),
  },
  {
    key: 'left',
    label: 'Left',
    width: '184px',
    cell: ({ exited_at }) =>
      exited_at === null ? <span className="dim">inside</span> : <When at={exited_at} />,
    value: ({ exited_at }) => exited_at,
  },
  {
    key: 'exit',
    label: 'Exit basis',
    width: '108px',
    cell: ({ exit }) => <Claim passing={exit} />,
    value: ({ exit }) => claimWords(exit),
  },
  {
    key: 'dwell',
    label: 'Inside for',
    width: '104px',
    isNumber: true,
    cell: ({ dwell_min }) => dwellText(dwell_min),
    value: ({ dwell_min }) => dwell_min,
  },
]
