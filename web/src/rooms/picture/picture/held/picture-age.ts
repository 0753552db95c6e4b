import { useEffect, useState } from 'react'
import { agoText } from '../../../../kit/text/when-text.ts'
import { silentForMs } from '../../../../wire/transport.ts'
import { usePicture } from './picture.store.ts'

/** How old what is shown is, milliseconds; null before anything is. While the server is heard nothing unchanged is old. */
function pictureAgeMs(): number | null {
  const { lastFrameAt, savedAt } = usePicture.getState()
  if (savedAt !== null) return Date.now() - savedAt
  if (lastFrameAt === null) return null
  return Math.min(performance.now() - lastFrameAt, silentForMs() ?? Infinity)
}

/** How old the picture is, in words that count on; null before there is one. */
export function usePictureAge(): string | null {
  const [age, setAge] = useState(pictureAgeMs)
  useEffect(() => {
    const timer = setInterval(() => setAge(pictureAgeMs()), 500)
    return () => clearInterval(timer)
  }, [])
  return age === null ? null : agoText(age / 1000)
}
