import { getWeather, type Weather, type WeatherLayerId } from '@samudra/contract/weather'
import { create } from 'zustand'
import { now, onInstant, useClock } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'

const REREAD_MS = 5 * 60_000
const SOON_MS = 20_000

/** Available weather, and the place whose forecast was requested. */
export const useWeather = create<{
  weather: Weather | null
  fault: string
  /** For when each layer's field is, once drawn. */
  validAt: Partial<Record<WeatherLayerId, string>>
  point: { lat: number; lon: number } | null
  /** The instant of the forecast that is shown; null for the one nearest to now. */
  at: string | null
}>(() => ({ weather: null, fault: '', validAt: {}, point: null, at: null }))

/** Shows the field nearest to the instant shown in the past, and the one nearest to now in the present. */
function followClock() {
  const { weather, at } = useWeather.getState()
  const { mode } = useClock.getState()
  if (mode === 'LIVE' || weather === null) return
  const instant = now()
  const away = (one: string) => Math.abs(Date.parse(one) - instant)
  const nearest = weather.valid_at.reduce<string | null>(
    (best, one) => (best === null || away(one) < away(best) ? one : best),
    null,
  )
  if (nearest !== at) useWeather.setState({ at: nearest })
}
onInstant(followClock)
useClock.subscribe(({ mode }, before) => {
  if (mode === 'LIVE' && before.mode !== 'LIVE') useWeather.setState({ at: null })
})

let users = 0
let timer: ReturnType<typeof setTimeout> | undefined

async function read() {
  clearTimeout(timer)
  try {
    const weather = await call(getWeather, {})
    // An instant of a run that is gone is none any more.
    const { at } = useWeather.getState()
    useWeather.setState({ weather, fault: '', at: at !== null && weather.valid_at.includes(at) ? at : null })
  } catch (error) {
    useWeather.setState({ fault: (error as Error).message })
  }
  const isComing = useWeather.getState().weather?.state !== 'GRID'
  if (users > 0) timer = setTimeout(() => void read(), isComing ? SOON_MS : REREAD_MS)
}

/** Keeps the state of the weather fresh while a layer shows it; returns the end of it. */
export function useOfWeather(): () => void {
  users++
  if (users === 1) void read()
  return () => {
    users--
    if (users === 0) clearTimeout(timer)
  }
}
