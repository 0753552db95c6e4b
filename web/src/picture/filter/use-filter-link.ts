import { AisFilter } from '@samudra/contract/filter'
import { read } from '@samudra/contract/kernel'
import { useEffect } from 'react'
import { toast } from '../../kit/toasts.ts'
import { clauseCount, filterToText, textToFilter, useFilter } from '../../map/filter.store.ts'

const NAME = 'filter'

/** The filter is part of the address, so that a link shows the same contacts. */
export function useFilterLink() {
  useEffect(() => {
    const given = new URLSearchParams(location.search).get(NAME)
    if (given !== null) {
      const reading = read(AisFilter, textToFilter(given))
      if (reading.ok) useFilter.setState({ filter: reading.value, saved: null })
      else toast('The filter of this address cannot be read; everything is shown.', 'bad')
    }
    write()
    return useFilter.subscribe(({ filter }, before) => {
      if (filter !== before.filter) write()
    })
  }, [])
}

/** Past the router: nothing else changes with it. */
function write() {
  const { filter } = useFilter.getState()
  const address = new URL(location.href)
  if (clauseCount(filter) === 0) address.searchParams.delete(NAME)
  else address.searchParams.set(NAME, filterToText(filter))
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
