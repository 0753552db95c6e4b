import { getEez } from '@samudra/contract/reference'
import { areas } from '../../stored/shared.ts'
import { useStored } from '../../stored/stores.ts'
import { useAnswer } from '../../wire/use-answer.ts'

/** Returns the name of an area of interest or of an exclusive economic zone; its id until it is known. */
export function useAreaName(id: string): string {
  const drawn = useStored(areas).byId.get(id)
  const zones = useAnswer(
    getEez,
    { geometry: false, limit: 500 },
    { enabled: id !== '' && drawn === undefined },
  )
  return drawn?.name ?? zones.data?.items.find((one) => one.id === id)?.name ?? id
}
