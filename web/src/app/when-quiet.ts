import { usePicture } from '../rooms/picture/picture/held/picture.store.ts'
import { MAP } from './screens.ts'

/** The first screen has the network to itself: the map until its picture stands, or may not come for long. */
const SCREEN_MS = 3000
const PICTURE_MS = 15_000

/** Does it once the first picture is there, on the map, and nothing else is to do. Returns how to give it up. */
export function whenQuiet(act: () => void): () => void {
  let isOver = false
  void quiet().then(() => isOver || act())
  return () => {
    isOver = true
  }
}

async function quiet() {
  const isMap = window.location.pathname === MAP
  await (isMap ? Promise.race([firstFrame(), after(PICTURE_MS)]) : after(SCREEN_MS))
  await idle()
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const firstFrame = () =>
  new Promise<void>((resolve) => {
    if (usePicture.getState().lastFrameAt !== null) return resolve()
    const stop = usePicture.subscribe(({ lastFrameAt }) => {
      if (lastFrameAt === null) return
      stop()
      resolve()
    })
  })

/** Resolves when the browser is idle, or at once where the browser does not report it. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 })
    else resolve()
  })
