import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { openPanel } from '../../../map/workbench/workbench.store.ts'
import { now, seek } from '../../../time/clock.store.ts'
import { useAddressOfInstant } from '../../../time/use-address-of-instant.ts'
import { closeReplay, openReplay } from './feed.ts'
import { isSameReplay, readReplayLink, writeReplayLink } from './replay-link.ts'
import { useReplay } from './replay.store.ts'

/** Opens what the address names, and keeps the address with what is shown while the clock stands. */
export function useReplayAddress() {
  const entry = useLocation()
  useEffect(() => {
    const link = readReplayLink(new URLSearchParams(entry.search))
    const { query: request } = useReplay.getState()
    if (link === null) {
      closeReplay()
      openPanel('replay')
    } else if (request === null || !isSameReplay(link.query, request)) openReplay(link.query, link.at)
    // A period is opened once; within it the clock is moved.
    else seek(link.at)
  }, [entry])
  useEffect(() => closeReplay, [])
  useAddressOfInstant(addressShown, useReplay.subscribe)
}

function addressShown(): string | null {
  const { query: request } = useReplay.getState()
  if (request === null) return null
  return `${location.pathname}?${writeReplayLink(new URLSearchParams(location.search), request, now()).toString()}`
}
