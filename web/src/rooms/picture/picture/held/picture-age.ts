import { useEffect, useState } from 'react'
import { agoText } from '../../../../kit/text/when-text.ts'
import { silentForMs } from '../../../../wire/transport.ts'
import { usePicture } from './picture.store.ts'

/**
 * Returns the age of the picture in milliseconds; null before there is one. While the server is received, unchanged
 * contacts do not age.
 */
function pictureAgeMs(): number | null {
  const { lastFrameAt, savedAt } = usePicture.getState()
  if (savedAt !== null) return Date.now() - savedAt
  if (lastFrameAt === null) return null
  return Math.min(performance.now() - lastFrameAt, silentForMs() ?? Infinity)
}

/** Returns the age of the picture in words, updated continuously; null before there is one. */
export function usePictureAge(): string | null {
  const [age, setAge] = useState(pictureAgeMs)
  useEffect(() => {
    const timer = setInterval(() => setAge(pictureAgeMs()), 500)
    return () => clearInterval(timer)
  }, [])
  return age === null ? null : agoText(age / 1000)
}
