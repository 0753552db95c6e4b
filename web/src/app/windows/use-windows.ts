import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { create } from 'zustand'
import { usePalette } from '../../kit/theme/colour-palette.ts'
import { keepStore } from '../../store/saved-stores.ts'
import { usePicture } from '../../rooms/picture/picture/held/picture.store.ts'
import { REPLAY } from '../../kit/pages/links.ts'
import { isSameReplay, readReplayLink, writeReplayLink } from '../../rooms/past/replay/replay-link.ts'
import { useReplay } from '../../rooms/past/replay/replay.store.ts'
import { now, pause, play, seek, setRate, useClock } from '../../time/clock.store.ts'
import { useSession } from '../../wire/session.ts'
import { MAP } from '../screens.ts'
import { SharedWindow, type Channel, type Shared, type SharedClock } from './windows.ts'

const CHANNEL = 'samudra-windows'

/** True if this user's windows in this browser share one clock, one vessel and one palette. */
export const useTogether = create<{ isTogether: boolean }>(() => ({ isTogether: false }))
keepStore(useTogether, {
  name: 'ui.windows',
  of: 'user',
  read: ({ isTogether }) => ({ isTogether }),
  restore: ({ isTogether }) => ({ isTogether: isTogether === true }),
})

export function useWindows() {
  const isTogether = useTogether((state) => state.isTogether)
  const userId = useSession(({ user }) => user?.id)
  const navigate = useNavigate()
  useEffect(() => {
    if (!isTogether || userId === undefined) return undefined
    const channel: Channel = new BroadcastChannel(CHANNEL)
    /** A replay that another window shows and this one is opening. */
    let awaited: SharedClock | null = null
    const window = new SharedWindow(userId, channel, read, ({ clock, ship, palette }) => {
      if (palette !== undefined) usePalette.getState().choose(palette)
      if (ship !== undefined) usePicture.getState().select(ship)
      if (clock !== undefined) awaited = follow(clock, navigate)
    })
    const set = () => {
      if (awaited === null) return window.changed('clock')
      const clock = awaited
      if (!isOpen(clock)) return
      awaited = null
      window.quietly(() => setAs(clock))
    }
    const stops = [
      useClock.subscribe((state, before) => state.settings !== before.settings && set()),
      usePicture.subscribe(({ selected }, before) => selected !== before.selected && window.changed('ship')),
      usePalette.subscribe(({ palette }, before) => palette !== before.palette && window.changed('palette')),
    ]
    return () => {
      for (const stop of stops) stop()
      window.close()
    }
  }, [isTogether, userId, navigate])
}

function read(): Shared {
  const { mode, rate } = useClock.getState()
  const { query: request } = useReplay.getState()
  const clock =
    mode === 'LIVE' || request === null || location.pathname !== REPLAY
      ? null
      : {
          link: `${REPLAY}?${writeReplayLink(new URLSearchParams(), request, request.from).toString()}`,
          at: now(),
          reportedAt: Date.now(),
          rate,
          isPlaying: mode === 'PLAYING',
        }
  return { clock, ship: usePicture.getState().selected, palette: usePalette.getState().palette }
}

const searchOf = ({ link }: SharedClock) => new URLSearchParams(link.split('?')[1])
const instantOf = ({ at, reportedAt: reportedAtOf, rate, isPlaying }: SharedClock) =>
  at + (isPlaying ? (Date.now() - reportedAtOf) * rate : 0)

/** Returns true if this window shows the replay of that clock. */
function isOpen(clock: SharedClock): boolean {
  const { query: request } = useReplay.getState()
  const link = readReplayLink(searchOf(clock))
  return (
    location.pathname === REPLAY && request !== null && link !== null && isSameReplay(link.query, request)
  )
}

function setAs(clock: SharedClock) {
  setRate(clock.rate)
  seek(instantOf(clock))
  if (clock.isPlaying) play()
  else pause()
}

/** A map goes where the clock of another window is, other screens are left alone; what is still to be opened comes back. */
function follow(clock: SharedClock | null, navigate: NavigateFunction): SharedClock | null {
  if (clock === null) {
    if (location.pathname === REPLAY) void navigate(MAP)
    return null
  }
  if (isOpen(clock)) setAs(clock)
  else if (location.pathname === MAP || location.pathname === REPLAY) {
    const search = searchOf(clock)
    search.set('t', new Date(instantOf(clock)).toISOString())
    void navigate(`${REPLAY}?${search.toString()}`)
    return clock
  }
  return null
}
