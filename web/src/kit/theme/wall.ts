import { create } from 'zustand'
import { keepStore, oneOf } from '../../store/saved-stores.ts'
import { PALETTES, usePalette, type Palette } from './colour-palette.ts'

type Wall = {
  /** The screen hangs on a wall: nothing to press, dim by night. */
  isOn: boolean
  /** The palette of the day while it is night; null by day. */
  byDay: Palette | null
}

export const useWall = create<Wall>(() => ({ isOn: false, byDay: null }))
/** A display that is started again goes on as one. */
keepStore(useWall, {
  name: 'ui.wall',
  of: 'own tab',
  read: ({ isOn, byDay }) => ({ isOn, byDay }),
  restore: ({ isOn, byDay }) => ({ isOn: isOn === true, byDay: oneOf([null, ...PALETTES], byDay) }),
})

const DUSK_H = 19
const DAWN_H = 6
/** By the hours of the wall clock where the user is. */
export const isNight = (hour: number) => hour >= DUSK_H || hour < DAWN_H

/** Wears the palette of the night, and by day the one that was chosen. */
export function dim(isDark: boolean) {
  const { byDay } = useWall.getState()
  const { palette, choose } = usePalette.getState()
  if (isDark && byDay === null) {
    useWall.setState({ byDay: palette })
    choose('night')
  } else if (!isDark && byDay !== null) {
    useWall.setState({ byDay: null })
    choose(byDay)
  }
}

export const hangUp = () => useWall.setState({ isOn: true })
export function takeDown() {
  dim(false)
  useWall.setState({ isOn: false })
}
