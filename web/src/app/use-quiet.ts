import { useEffect, useState } from 'react'
import { whenQuiet } from './when-quiet.ts'

/** Returns true once the first screen itself has come: what is not part of it is fetched from then on. */
export function useQuiet() {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true)), [])
  return isQuiet
}
