import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { openPanel } from '../map/workbench.store.ts'
import { now, useClock } from '../time/clock.store.ts'
import { closeReplay, openReplay } from './feed.ts'
import { isSameReplay, readReplayLink, writeReplayLink } from './replay-link.ts'
import { useReplay } from './replay.store.ts'

const SETTLE_MS = 400

/** Opens what the address names, and keeps the address with what is shown while the clock stands. */
export function useReplayAddress() {
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const link = readReplayLink(new URLSearchParams(search))
    const { asked } = useReplay.getState()
    if (link === null) {
      closeReplay()
      openPanel('replay')
    } else if (asked === null || !isSameReplay(link.asked, asked)) openReplay(link.asked, link.at)
  }, [search])
  useEffect(() => closeReplay, [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const { asked } = useReplay.getState()
        if (asked === null || useClock.getState().mode !== 'FIXED') return
        const next = writeReplayLink(new URLSearchParams(location.search), asked, now()).toString()
        if (next !== location.search.slice(1)) void navigate({ search: next }, { replace: true })
      }, SETTLE_MS)
    }
    const stops = [useClock.subscribe(write), useReplay.subscribe(write)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [navigate])
}
