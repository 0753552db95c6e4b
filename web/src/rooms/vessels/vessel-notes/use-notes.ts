import { tableUpdate } from '@samudra/contract/kind'
import { getVesselNotes, getVesselNoteVersions, noteKind } from '@samudra/contract/vessel-notes'
import { usePush } from '../../../wire/push.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'

const MOST = 200

/** Returns the notes on a vessel, read again when a user writes one. */
export function useNotes(mmsi: string | null, asOf: string | undefined) {
  const makeStale = useStale()
  const past = asOf === undefined ? {} : { as_of: asOf }
  const query = mmsi === null ? {} : { mmsi }
  const answer = useAnswer(
    getVesselNotes,
    { ...query, ...past, limit: MOST },
    { enabled: mmsi !== null, keep: true },
  )
  usePush(tableUpdate, ({ table }) => {
    if (table === noteKind.table) makeStale(getVesselNotes, getVesselNoteVersions)
  })
  return answer
}
