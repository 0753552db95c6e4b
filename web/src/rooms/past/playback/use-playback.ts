import { wholeMinute } from '../../../kit/text/time-text.ts'
import { amountOf } from '@samudra/contract/admin-settings'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { now, seek, useClock } from '../../../time/clock.store.ts'
import { wallNow } from '../../../time/clock.ts'
import { settingOf } from '../../../wire/administered.ts'
import { useAddressOfInstant } from '../../../time/use-address-of-instant.ts'
import { endPlayback, loadPlayback } from './load-tracks.ts'
import { playbackLink, readPlaybackLink, type PlaybackQuery } from './playback-link.ts'
import { EMPTY, usePlayback } from './playback.store.ts'

/** Length of a track without a given period. */
const INTERVAL = '5760 minutes'

/**
 * Function that shows the period under the clock; the screen defines it, since other replayed content is not part of
 * this room.
 */
export type ShowPeriod = (period: { from: number; to: number }, at: number | null) => void

/** Returns the playback of the address, loaded and under the clock; null when the address names no vessel. */
export function usePlaybackAddress(show: ShowPeriod): PlaybackQuery | null {
  const { mmsi = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const link = useMemo(() => {
    const query = new URLSearchParams(search)
    // Without a period the one already shown stays, so that the address may be completed.
    const usual = amountOf(settingOf('ais.interval', INTERVAL), INTERVAL) * 60_000
    return readPlaybackLink(mmsi, query, wholeMinute(wallNow()), usual)
  }, [mmsi, search])
  const request = link === null ? '' : JSON.stringify({ ...link, at: null })
  // The instant is written by the clock, and read once.
  const load = useEffectEvent(() => {
    if (link === null) return
    const { at, ...wanted } = link
    const before = usePlayback.getState().query
    loadPlayback(wanted)
    if (before?.from !== wanted.from || before.to !== wanted.to) show(wanted, at)
    const whole = playbackLink(wanted, new URLSearchParams(location.search), at)
    if (!location.search.includes('from=')) void navigate(whole, { replace: true })
  })
  useEffect(() => {
    if (request !== '') load()
  }, [request])
  useEffect(
    () => () => {
      endPlayback()
      usePlayback.setState(EMPTY)
    },
    [],
  )
  useEffect(() => usePlayback.subscribe(beginAtFirstFix), [])
  useAddressOfInstant(addressShown)
  return link
}

function addressShown(): string | null {
  const { query: request } = usePlayback.getState()
  return request === null ? null : playbackLink(request, new URLSearchParams(location.search), now())
}

/** Moves a clock the user has not set to the first fix. */
function beginAtFirstFix({ tracks, query: request }: ReturnType<typeof usePlayback.getState>) {
  const first = Math.min(...Object.values(tracks).flatMap(({ fixes }) => fixes[0]?.t ?? []))
  const isUntouched = useClock.getState().mode === 'FIXED' && request !== null && now() === request.from
  if (isUntouched && first > request.from && first <= request.to) seek(first)
}

/** Goes to another choice of ships, period or detail; the way back leads to this one. */
export function usePlaybackQuery() {
  const navigate = useNavigate()
  return (change: Partial<PlaybackQuery>) => {
    const { query: request } = usePlayback.getState()
    if (request === null) return
    void navigate(playbackLink({ ...request, ...change }, new URLSearchParams(location.search), now()))
  }
}
