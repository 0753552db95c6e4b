import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { IconAlertTriangleFilled, IconListDetails, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { NA } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { usePast } from '../../../../time/clock.ts'
import { useWire } from '../../../../wire/transport.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { countryOf } from './country.ts'
import { heldContact } from '../held/held-contacts.ts'
import { usePicture, type ContactKey } from '../held/picture.store.ts'
import { closePopup, followShip, usePopups } from './popups.ts'

const REREAD_MS = 5000
const REREAD_PAST_MS = 2000

/** Popups beside their ships, several at once. */
export function VesselPopups() {
  const open = usePopups((state) => state.open)
  return open.map((ship) => <VesselPopup key={`${ship.mmsi} ${ship.split}`} ship={ship} />)
}

/** Ship name, country, MMSI and when it was last received; it goes where its ship goes. */
function VesselPopup({ ship }: { ship: ContactKey }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current === null ? undefined : followShip(element.current, ship)), [ship])
  const past = usePast(REREAD_PAST_MS)
  const { data } = useAnswer(
    getAisDetailsByVessel,
    { mmsi: ship.mmsi, split_id: ship.split, ...past },
    { keep: true, ...(past.as_of === undefined ? { everyMs: REREAD_MS } : {}) },
  )
  const isLost = useWire(({ link }) => link === 'lost')
  const held = isLost && data === undefined ? heldContact(ship) : null
  const name = data?.ship_name ?? held?.name
  return (
    <div ref={element} className="ship-popup" role="group" aria-label={`Popup of ${name || ship.mmsi}`}>
      <header>
        <strong>{name || NA}</strong>
        <button
          type="button"
          className="icon-button"
          aria-label="Details"
          title="Details"
          onClick={() => usePicture.getState().select(ship)}
        >
          <IconListDetails size={14} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Close the popup"
          onClick={() => closePopup(ship)}
        >
          <IconX size={14} />
        </button>
      </header>
      <span>{data?.country ?? countryOf(ship.mmsi) ?? NA}</span>
      <span>
        MMSI <span className="figures">{ship.mmsi === '' ? NA : ship.mmsi}</span>
      </span>
      <span>
        <Quantity knots={data?.sog ?? null} /> · <Quantity degrees={data?.cog ?? null} />
      </span>
      <span>
        {data === undefined && held === null ? NA : <When at={data?.rec_time ?? held?.observedAt ?? 0} />}
      </span>
      {data !== undefined && data.anomalies.length > 0 && (
        <span className="ship-popup-marks">
          <IconAlertTriangleFilled size={12} aria-hidden />
          {data.anomalies.map(({ code }) => code).join(', ')}
        </span>
      )}
    </div>
  )
}
