import { useEffect, useRef } from 'react'
import { saveDisplay } from '../rooms/centre/identity/account/save-display.ts'
import { usePalette } from '../kit/theme/colour-palette.ts'
import { toast } from '../kit/toasts.ts'
import { signedIn, useSession } from '../wire/session.ts'

/** Delay before a palette is saved, so that a user trying several waits for none and only the last is saved. */
const SETTLED_MS = 1500

/** Shows the palette of the account when its user signs in, and saves one chosen later, anywhere, with the account. */
export function usePaletteOfUser() {
  const palette = usePalette((state) => state.palette)
  const user = useSession((state) => state.user)
  const known = useRef<{ id: string; theme: string } | null>(null)
  useEffect(() => {
    if (user === null) return
    const { id } = user
    const { theme } = user.userSettings
    if (known.current?.id === id && known.current.theme === theme) return
    known.current = { id, theme }
    usePalette.getState().choose(theme)
  }, [user])
  useEffect(() => {
    const timer = setTimeout(() => {
      const theme = signedIn()?.userSettings.theme
      if (theme === undefined || theme === palette) return
      if (known.current !== null) known.current.theme = palette
      saveDisplay({ theme: palette }).catch((error: Error) => toast(error.message, 'bad'))
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [palette])
}
