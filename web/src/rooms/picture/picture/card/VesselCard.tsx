import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { clausesOf, hiding, matchable } from '@samudra/contract/filter-match'
import { getAisDetailsByVessel, type AisDetails } from '@samudra/contract/picture'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { IconAlertTriangleFilled, IconCurrentLocation, IconFilter, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { NA } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { now, usePast } from '../../../../time/clock.ts'
import { Refused, call } from '../../../../wire/call.ts'
import { useWire } from '../../../../wire/transport.ts'
import { clauseCount, useFilter } from '../../../../map/filter.store.ts'
import type { Chart } from '../../../../map/chart/chart.ts'
import { etaOfText } from '../../../../map/explanation/field-words.ts'
import { giveFocus, takeFocus } from '../../../../map/chart/focus.ts'
import type { CardPart, MapPart } from '../../../../map/workbench/part.ts'
import { PartBoundary } from '../../../../map/workbench/PartBoundary.tsx'
import { CardActions } from './CardActions.tsx'
import { countryOf } from './country.ts'
import { heldContact } from '../held/held-contacts.ts'
import { HeldCard, NotConnected } from './HeldCard.tsx'
import { freshness } from '../held/freshness.ts'
import { usePicture, type ContactKey } from '../held/picture.store.ts'
import { Provenance } from './Provenance.tsx'

/** Without a new fix the card is read again this often, since another source may have spoken. */
const REREAD_MS = 15_000
/** Minimum interval between reads while the past is played. */
const REREAD_PAST_MS = 1000

const NOT_HELD = 'Not connected. This page has no data for this contact.'

/** Everything known of the selected contact, and where each part of it comes from. */
export function VesselCard(props: { contact: ContactKey; chart: Chart; parts: readonly MapPart[] }) {
  const { contact, chart, parts } = props
  const select = usePicture((state) => state.select)
  const { data: found, error, dataUpdatedAt } = useDetails(contact)
  // At some instants of the past it was not yet received; data read before the link was lost remains valid.
  const data = error instanceof Refused ? undefined : found
  const isLost = useWire(({ link }) => link === 'lost')
  const held = isLost && data === undefined ? heldContact(contact) : null
  const card = useFocusOfBrought(chart)
  return (
    <aside ref={card} className="card" data-float aria-label="Vessel card" tabIndex={-1}>
      <header className="card-head">
        <div className="card-title">
          <h2>{data?.ship_name ?? (held?.name || (contact.mmsi === '' ? NA : `MMSI ${contact.mmsi}`))}</h2>
          <p>
            {data?.country ?? countryOf(contact.mmsi) ?? NA} · {data?.ship_type ?? held?.group ?? NA}
          </p>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Centre chart on vessel"
          title="Centre chart on vessel"
          disabled={data === undefined}
          onClick={() =>
            data !== undefined && usePicture.setState({ goTo: { lon: data.longitude, lat: data.latitude } })
          }
        >
          <IconCurrentLocation size={16} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Close card"
          title="Close (Esc)"
          onClick={() => select(null)}
        >
          <IconX size={16} />
        </button>
      </header>
      {data === undefined ? (
        held === null ? (
          <p className="card-wait" role="status">
            {isLost ? NOT_HELD : error === null ? MESSAGES.loading : error.message}
          </p>
        ) : (
          <HeldCard contact={held} />
        )
      ) : (
        <>
          {isLost && (
            <NotConnected>
              Data from <When at={dataUpdatedAt} />; nothing newer is available now.
            </NotConnected>
          )}
          <Details details={data} parts={parts} />
          <CardActions
            chart={chart}
            parts={parts}
            place={{
              lon: data.longitude,
              lat: data.latitude,
              ship: { ...contact, name: data.ship_name ?? '' },
            }}
          />
        </>
      )}
    </aside>
  )
}

/** Moves the focus to the card of a vessel requested by name, and back to the request when it closes. */
function useFocusOfBrought(chart: Chart) {
  const card = useRef<HTMLElement>(null)
  const isBrought = usePicture((state) => state.isBrought)
  const giveBack = useRef(() => giveFocus(chart.getCanvas()))
  useEffect(() => {
    if (!isBrought) return
    usePicture.setState({ isBrought: false })
    if (card.current?.contains(document.activeElement) !== true)
      giveBack.current = takeFocus(card.current, chart)
  }, [isBrought, chart])
  useEffect(() => () => giveBack.current(), [])
  return card
}

function useDetails({ mmsi, split }: ContactKey) {
  const queries = useQueryClient()
  const fixes = usePicture((state) => state.ais_update)
  useEffect(() => {
    if (fixes > 0) void queries.invalidateQueries({ queryKey: [getAisDetailsByVessel.name, mmsi, split] })
  }, [queries, fixes, mmsi, split])
  const past = usePast(REREAD_PAST_MS)
  return useQuery({
    queryKey: [getAisDetailsByVessel.name, mmsi, split, past],
    queryFn: () => call(getAisDetailsByVessel, { mmsi, split_id: split, ...past }),
    refetchInterval: past.as_of === undefined ? REREAD_MS : false,
    placeholderData: keepPreviousData,
    retry: past.as_of === undefined ? 1 : false,
    enabled: mmsi !== '',
  })
}

function Details({ details, parts }: { details: AisDetails; parts: readonly MapPart[] }) {
  return (
    <div className="card-body">
      <HiddenByFilter details={details} />
      <Freshness details={details} />
      {details.anomalies.length > 0 && (
        <section className="card-anomalies">
          <h3>Anomalies</h3>
          {details.anomalies.map(({ code, text, why }) => (
            <p key={code}>
              <IconAlertTriangleFilled size={13} aria-hidden />
              <span>
                <b>{code}</b> {text} <span className="card-dim">{why}</span>
              </span>
            </p>
          ))}
        </section>
      )}
      <OfRooms parts={parts} place="top" details={details} />
      <dl className="card-rows">
        {ROWS.map(([column, label, show]) => (
          <div key={column} data-column={column}>
            <dt>{label}</dt>
            <dd>{show(details) ?? NA}</dd>
          </div>
        ))}
      </dl>
      <Provenance details={details} />
      <OfRooms parts={parts} place="foot" details={details} />
    </div>
  )
}

/** Shows the parts of rooms at a place of the card; a fault in one removes that part, not the card. */
function OfRooms(props: { parts: readonly MapPart[]; place: CardPart['place']; details: AisDetails }) {
  const { parts, place, details } = props
  return parts
    .flatMap(({ card = [] }) => card.filter((one) => one.place === place))
    .map(({ id, name, Part }) => (
      <PartBoundary key={id} name={name}>
        <Part details={details} />
      </PartBoundary>
    ))
}

/** Shows which filter clause hides the vessel whose card is open. */
function HiddenByFilter({ details }: { details: AisDetails }) {
  const filter = useFilter((state) => state.filter)
  const clauses = useMemo(
    () => (clauseCount(filter) === 0 ? [] : hiding(clausesOf(filter), matchable(details, now()))),
    [filter, details],
  )
  if (clauses.length === 0) return null
  return (
    <p className="card-hidden" role="status">
      <IconFilter size={14} aria-hidden />
      <span>
        <b>Hidden on the map by the filter.</b>{' '}
        {clauses.map(({ clause, wants, has }) => `${clause} requires ${wants}; here it is ${has}.`).join(' ')}
      </span>
    </p>
  )
}

type Row = [column: string, label: string, show: (details: AisDetails) => ReactNode]

/** The columns of the vessel card, in the order of the specification. */
const ROWS: readonly Row[] = [
  ['rec_time', 'Received', (d) => <When at={d.rec_time} />],
  ['latitude', 'Latitude', (d) => <Quantity latitude={d.latitude} />],
  ['longitude', 'Longitude', (d) => <Quantity longitude={d.longitude} />],
  ['sog', 'SOG', (d) => <Quantity knots={d.sog} />],
  ['true_heading', 'True heading', (d) => <Quantity degrees={d.true_heading} />],
  ['cog', 'COG', (d) => <Quantity degrees={d.cog} />],
  ['mmsi', 'MMSI', (d) => <span className="figures">{d.mmsi}</span>],
  ['imo', 'IMO', (d) => d.imo],
  ['country', 'Country', (d) => d.country],
  ['call_sign', 'Call sign', (d) => d.call_sign],
  ['ship_type', 'Ship type', (d) => d.ship_type],
  ['length', 'Length', (d) => <Quantity metres={d.length} />],
  ['beam', 'Beam', (d) => <Quantity metres={d.beam} />],
  ['draught', 'Draught', (d) => <Quantity metres={d.draught} digits={1} />],
  ['nav_status', 'Nav status', (d) => d.nav_status],
  ['destination', 'Destination', (d) => d.destination],
  // As the crew keyed it in; without a year it is no instant.
  ['eta', 'ETA', (d) => etaOfText(d.eta)],
  ['source', 'Source', (d) => d.source],
]

/** Shows the age of the fix against the usual reporting interval, counted on while no fix arrives. */
function Freshness({ details }: { details: AisDetails }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = (at - Date.parse(details.observed_at)) / 1000
  const { state, word, everyS } = freshness(seconds, details)
  return (
    <p className="card-age" data-age={state}>
      <b>{word}</b> · <span className="figures">fix {agoText(seconds)} ago</span>
      {state !== 'FRESH' && <span> · reports every {agoText(everyS)}</span>}
    </p>
  )
}
