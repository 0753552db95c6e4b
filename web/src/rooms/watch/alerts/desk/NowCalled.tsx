import type { Alert } from '@samudra/contract/alerts'
import { getVesselData } from '@samudra/contract/picture'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { nameNow } from '../actions/action-choices.ts'

/** Shows a vessel's name if it differs from the one in its alert; nothing where it is the same or not received. */
export function NowCalled({ of }: { of: Alert }) {
  const { mmsi, ship_name } = of
  const { data } = useAnswer(
    getVesselData,
    { mmsi: mmsi ?? '' },
    { enabled: mmsi !== null && ship_name !== null },
  )
  const name = nameNow(of, data?.items ?? [])
  return name === null ? null : (
    <p className="now-called">
      Current name: <b>{name}</b>. The name above is from when the alert was raised.
    </p>
  )
}
