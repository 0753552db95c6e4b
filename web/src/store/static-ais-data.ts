import { getAisUtils } from '@samudra/contract/picture'
import { useQuery } from '@tanstack/react-query'
import { addEntry, entryOf, useCache } from './cache.ts'
import { call } from '../wire/call.ts'

const STATIC = 'staticAisData'
type StaticAisData = Awaited<ReturnType<typeof ask>>

const ask = (version?: string) => call(getAisUtils, version === undefined ? {} : { since_version: version })

/**
 * Returns the choices of lists and forms as last read, and queries the server for a newer version. Undefined before
 * the first read.
 */
export function useStaticAisData(): StaticAisData | undefined {
  useQuery({
    queryKey: [getAisUtils.name],
    queryFn: async () => {
      const answer = await ask((entryOf(STATIC) as StaticAisData | undefined)?.version)
      if (!answer.unchanged) addEntry(STATIC, answer)
      return answer.version
    },
  })
  return useCache(({ entries }) => entries[STATIC]) as StaticAisData | undefined
}
