import {
  getVesselDetailsV2,
  getVessels,
  joinVessels,
  undoVesselJoin,
  type VesselJoin,
  type WholeVessel,
} from '@samudra/contract/vessels'
import { Link } from 'react-router'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { vesselLink } from '../../../kit/pages/links.ts'

/** Ships that may be this one, and what was joined and parted: people decide, with a reason, and take it back. */
export function SameShip({ vessel, isPast }: { vessel: WholeVessel; isPast: boolean }) {
  const { contacts, possibly_same, shares_mmsi, joins, anomalies } = vessel
  const isShared = anomalies.some(({ code }) => code === 'DUPLICATE_FLAG')
  return (
    <>
      <p className="dim">
        {contacts.length === 0
          ? 'Known from registers only; never received.'
          : `Received as ${contacts.map(({ mmsi, split_id }) => (split_id === 0 ? mmsi : `${mmsi} (vessel ${split_id + 1})`)).join(', ')}.`}
      </p>
      {possibly_same.map((one) => (
        <div key={one.id} className="register-same">
          <div>
            <strong>
              Possibly the same vessel: <Link to={vesselLink(one.id)}>{one.label}</Link>
            </strong>
            {one.reasons.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </div>
          {!isPast && (
            <Deciding
              label="Merge…"
              title={`Is ${one.label} the same vessel?`}
              text="They are shown as one vessel. No data is lost, and you can split them again."
              act="Merge"
              run={(reason) => call(joinVessels, { id: vessel.id, other_id: one.id, reason })}
            />
          )}
        </div>
      ))}
      {shares_mmsi.map((one) => (
        <p key={one.id}>
          Another vessel was received as {one.mmsi}: <Link to={vesselLink(one.id)}>{one.label}</Link>
        </p>
      ))}
      {joins.map((one) => (
        <Joined key={one.id} join={one} isPast={isPast} />
      ))}
      {isShared && shares_mmsi.length === 0 && (
        <p>Another vessel is received under this MMSI. It has sent no static data so far.</p>
      )}
      {!isShared && possibly_same.length + shares_mmsi.length + joins.length === 0 && (
        <p className="dim">No other stored vessel has the same numbers or similar particulars.</p>
      )}
    </>
  )
}

function Joined({ join, isPast }: { join: VesselJoin; isPast: boolean }) {
  const { id, label, by, reason, at, ended_at, ended_by, end_reason } = join
  const isOver = ended_at !== null
  return (
    <div className="register-same">
      <div>
        <strong>{label}</strong> {by === '' ? 'merged by MMSI or IMO' : `merged by ${by}`}, <When at={at} />:{' '}
        {reason}
        {isOver && (
          <p>
            Split by {ended_by}, <When at={ended_at} />: {end_reason}
          </p>
        )}
      </div>
      {!isPast && (
        <Deciding
          label={isOver ? 'Merge again…' : 'Undo…'}
          title={isOver ? `Merge ${label} again?` : `Split ${label}?`}
          text={
            isOver
              ? 'Both are shown as one vessel again.'
              : 'They are shown as two vessels again. No data is lost.'
          }
          act={isOver ? 'Merge again' : 'Split'}
          run={(why) => call(undoVesselJoin, { id, reason: why })}
        />
      )}
    </div>
  )
}

type Decision = {
  label: string
  title: string
  text: string
  act: string
  run: (reason: string) => Promise<unknown>
}

/** Shows a user's decision about two vessels, with a reason. */
function Deciding({ label, title, text, act, run }: Decision) {
  const stale = useStale()
  return (
    <QuestionButton
      label={label}
      question={{ title, text, act, needsReason: true, isGrave: false }}
      act={async (reason) => {
        await run(reason)
        stale(getVesselDetailsV2, getVessels)
      }}
    />
  )
}
