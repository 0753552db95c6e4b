import { useEffect, useRef } from 'react'
import { saveDisplay } from '../rooms/centre/identity/account/save-display.ts'
import { usePalette } from '../kit/theme/colour-palette.ts'
import { toast } from '../kit/toasts.ts'
import { signedIn, useSession } from '../wire/session.ts'

/** Who goes through the palettes looking for one is not asked to wait for each; the last is kept. */
const SETTLED_MS = 1500

/** The palette of the account is shown when its user comes, and one chosen later, anywhere, is kept with the account. */
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
