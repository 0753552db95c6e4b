import { getTrailData } from '@samudra/contract/history'
import { filterAisData } from '@samudra/contract/picture'
import type { AisFilter } from '@samudra/contract/filter'
import { pastParameters, now, onInstant, useClock } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'
import { lengthMs, merged } from './grow.ts'
import { addTrails, useTrails, type TrailSettings } from './trails.store.ts'

/**
 * Interval at which new fixes are requested, with a margin for those still under way; after a while everything is read
 * again.
 */
const GROW_MS = 5000
const MARGIN_MS = 90_000
const PAST_MS = 1000
const REFRESH_MS = 5 * 60_000
/** The largest page of the list of contacts. */
const PAGE = 200

function requestedPeriod({ trail_type, length, from, to }: TrailSettings) {
  const { mode, knowledge } = useClock.getState()
  if (trail_type === 'length' && mode !== 'LIVE')
    return {
      ...(knowledge === 'AS_KNOWN' ? { as_of: new Date(now()).toISOString() } : {}),
      trail_type: 'interval' as const,
      from: new Date(now() - lengthMs(length)).toISOString(),
      to: new Date(now()).toISOString(),
    }
  if (trail_type === 'length') return { trail_type, length }
  return {
    trail_type,
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}

/** Returns true in the past, where a trail is read again rather than extended, because the clock runs both ways. */
const isPast = () => useClock.getState().mode !== 'LIVE'

let requests = 0
let loadedAt = 0
let pastLoadedAt = 0

/** Requests all trails again; earlier requests are discarded. */
export async function loadTrails(): Promise<void> {
  const { ships, settings } = useTrails.getState()
  const mine = ++requests
  if (ships.length === 0) return useTrails.setState({ trails: [], isLoading: false, error: null })
  useTrails.setState({ isLoading: true, error: null })
  try {
    const mmsis = ships.map((ship) => ship.mmsi)
    const trails = await call(getTrailData, { mmsis, ...requestedPeriod(settings) })
    if (mine !== requests) return
    loadedAt = now()
    useTrails.setState({ trails, isLoading: false })
  } catch (error) {
    if (mine === requests) useTrails.setState({ isLoading: false, error: (error as Error).message })
  }
}

/** Adds what has come since; a trail of an interval that is over does not grow. */
async function growTrails(): Promise<void> {
  const { ships, settings, isLoading } = useTrails.getState()
  const isOver = settings.trail_type === 'interval' && settings.to !== ''
  if (ships.length === 0 || isLoading || isOver || isPast()) return
  if (now() - loadedAt > REFRESH_MS) return loadTrails()
  const mine = requests
  const from = new Date(now() - MARGIN_MS).toISOString()
  const mmsis = ships.map((ship) => ship.mmsi)
  const news = await call(getTrailData, { mmsis, trail_type: 'interval', from }).catch(() => null)
  if (news === null || mine !== requests) return
  const { trails } = useTrails.getState()
  const oldest = settings.trail_type === 'length' ? now() - lengthMs(settings.length) : 0
  const grown = merged(trails, news, oldest)
  if (grown !== trails) useTrails.setState({ trails: grown })
}

/** Keeps trails in step with ships, settings and new fixes; returns the end of it. */
export function followTrails(): () => void {
  const stop = useTrails.subscribe((state, before) => {
    const isFewer = state.ships.length < before.ships.length
    if ((state.ships !== before.ships && !isFewer) || state.settings !== before.settings) void loadTrails()
  })
  const timer = setInterval(() => void growTrails(), GROW_MS)
  const stopPast = onInstant(() => {
    const { ships, isLoading, settings } = useTrails.getState()
    const isDue = performance.now() - pastLoadedAt > PAST_MS && now() !== loadedAt
    if (ships.length === 0 || isLoading || !isDue || settings.trail_type !== 'length') return
    pastLoadedAt = performance.now()
    void loadTrails()
  })
  if (useTrails.getState().ships.length > 0) void loadTrails()
  return () => {
    stop()
    stopPast()
    clearInterval(timer)
    requests++
  }
}

/** Adds the vessels inside a drawn area. */
export async function addInArea(area: NonNullable<AisFilter['area']>): Promise<void> {
  try {
    const { ais, count } = await call(filterAisData, { filter: { area }, limit: PAGE, ...pastParameters() })
    if (count === 0) return useTrails.setState({ note: 'No vessels in this area.' })
    addTrails(
      ais.map((one) => ({ mmsi: one.mmsi, name: one.ship_name ?? '' })),
      count,
    )
  } catch (error) {
    useTrails.setState({ error: (error as Error).message })
  }
}
