import type { WatchPicture } from '@samudra/contract/live'
import type { FromPicture, ToPicture } from '../wire/wire-words.ts'
import { Keeper, type Post } from './keeper.ts'
import type { FromWorker, ToWorker } from './worker-words.ts'

/** The parts of the worker's global scope this file uses; the page's types do not know it. */
type Scope = {
  postMessage: (message: FromWorker, options: { transfer: Transferable[] }) => void
  addEventListener: (type: 'message', hear: (event: MessageEvent<ToWorker>) => void) => void
}
const scope = self as unknown as Scope
const post: Post = (message, transfer = []) => scope.postMessage(message, { transfer })

/** Seconds between frames on a thin line. */
const THIN_S = 10

let port: MessagePort | null = null
let watched: WatchPicture | null = null

const keeper = new Keeper(post, () => watch(true))
const tell = (message: FromPicture) => port?.postMessage(message)

function watch(resync: boolean) {
  if (watched !== null) tell({ say: 'watch', view: resync ? { ...watched, resync } : watched })
}

function start(given: MessagePort) {
  port = given
  given.addEventListener('message', ({ data }: MessageEvent<ToPicture>) => {
    if (data.say === 'connected') {
      keeper.expectSnapshot()
      watch(true)
    } else {
      keeper.take(data.bytes)
      tell({ say: 'applied' })
    }
  })
  given.start()
}

scope.addEventListener('message', ({ data }) => {
  switch (data.say) {
    case 'start':
      start(data.port)
      break
    case 'clock':
      keeper.offsetMs = data.offsetMs
      break
    case 'watch':
      watched = {
        bbox: data.bbox,
        zoom: data.zoom,
        ...(data.filter === null ? {} : { filter: data.filter }),
        ...(data.isThin ? { every_s: THIN_S } : {}),
      }
      watch(false)
  }
})
