import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { NA } from '../../../../kit/text/quantity-text.ts'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { useInstant } from '../../../../time/clock.ts'
import type { HeldContact } from '../held/held-contacts.ts'

const STATES: Partial<Record<HeldContact['symbol'], string>> = {
  anchored: 'At anchor or aground',
  moored: 'Moored',
}

type Row = [label: string, show: (contact: HeldContact) => ReactNode]

const ROWS: readonly Row[] = [
  ['Observed', ({ observedAt }) => <When at={observedAt} />],
  ['Latitude', ({ latitude }) => <Quantity latitude={latitude} />],
  ['Longitude', ({ longitude }) => <Quantity longitude={longitude} />],
  ['Heading or course', ({ degrees }) => <Quantity degrees={degrees} />],
  ['MMSI', ({ mmsi }) => <span className="figures">{mmsi}</span>],
  ['Ship type', ({ group }) => group],
  ['Length', ({ length }) => <Quantity metres={length} />],
  ['Beam', ({ beam }) => <Quantity metres={beam} />],
  ['State', ({ symbol }) => STATES[symbol] ?? NA],
]

/** Shows a contact from the picture on the page, while the rest cannot be queried from the server. */
export function HeldCard({ contact }: { contact: HeldContact }) {
  const at = useInstant(1000)
  return (
    <div className="card-body">
      <NotConnected>Only data loaded in this page is available.</NotConnected>
      <p className="card-age">
        <span className="figures">fix {agoText((at - contact.observedAt) / 1000)} ago</span>
      </p>
      <dl className="card-rows">
        {ROWS.map(([label, show]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{show(contact)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function NotConnected({ children }: { children: ReactNode }) {
  return (
    <p className="card-hidden" role="status">
      <IconPlugConnectedX size={14} aria-hidden />
      <span>
        <b>Not connected.</b> {children}
      </span>
    </p>
  )
}
