import type { SourceStatus } from '@samudra/contract/feeds'
import { countText } from '../../../kit/text/quantity-text.ts'
import { SourcesPart } from './SourcesPart.tsx'

const SHOWN = 12

/** Receiving stations whose clock is wrong, as was learned from what they report, with how far it is off. */
export const StationClocks = () => (
  <SourcesPart
    title="Stations with a wrong clock"
    has={({ wrong_clocks }) => wrong_clocks.length > 0}
    none="Station clocks OK."
    columns={[
      {
        key: 'stations',
        label: 'Stations',
        isNumber: true,
        cell: ({ wrong_clocks }) => countText(wrong_clocks.length),
      },
      { key: 'off', label: 'Clock error', cell: clocksOf },
    ]}
    note="Report times from these stations are corrected by this error. Set the station clocks."
  />
)

function clocksOf({ wrong_clocks }: SourceStatus) {
  const furthest = wrong_clocks.toSorted((a, b) => Math.abs(b.ahead_s) - Math.abs(a.ahead_s))
  return (
    <ul className="unread-kinds figures">
      {furthest.slice(0, SHOWN).map(({ station, ahead_s }) => (
        <li key={station}>
          <strong>{station ?? 'unnamed'}</strong> {offText(ahead_s)}
        </li>
      ))}
      {furthest.length > SHOWN && <li>others {countText(furthest.length - SHOWN)}</li>}
    </ul>
  )
}

const offText = (s: number) => `${countText(Math.abs(s))} s ${s > 0 ? 'ahead' : 'behind'}`
