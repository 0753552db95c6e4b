import type { User } from '@samudra/contract/identity'
import { getSightOfUser } from '@samudra/contract/picture'
import { getZones } from '@samudra/contract/zones'
import { useMemo } from 'react'
import { Quantity } from '../../../../kit/text/Quantity.tsx'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { flatOf } from '../../../../wire/flat.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { ZoneSketch } from '../ZoneSketch.tsx'

/** Shows what this user would see of the picture now, as the server decides it. */
export function UserVisibility({ user }: { user: User }) {
  const answer = useAnswer(getSightOfUser, { id: user.id }, { everyMs: 10_000, keep: true })
  const zones = useAnswer(getZones, {}).data?.items
  const shapes = useMemo(
    () =>
      zones
        ?.filter(({ id }) => user.zone_access?.includes(id) === true)
        .flatMap(({ geometry }) => geometry ?? []) ?? [],
    [zones, user.zone_access],
  )
  const seen = answer.data
  if (seen === undefined)
    return answer.isError ? (
      <Failed error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <Waiting />
    )
  return (
    <div className="login-form">
      <p className="sight-count">
        <strong>
          <Quantity count={seen.contacts} />
        </strong>{' '}
        of <Quantity count={seen.of} /> contacts visible, as of <When at={seen.as_of} />
      </p>
      {seen.contacts === 0 && (
        <p className="account-note">
          Nothing visible: no source, no zone, or no vessel of these sources in these zones now.
        </p>
      )}
      <ZoneSketch shapes={shapes} places={flatOf(seen.positions)} />
      <dl className="account-facts">
        {seen.by_source.map(({ source, contacts }) => (
          <div key={source} className="sight-source">
            <dt>{source}</dt>
            <dd>
              <Quantity count={contacts} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
