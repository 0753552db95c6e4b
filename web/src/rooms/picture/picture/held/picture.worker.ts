import type { WatchPicture } from '@samudra/contract/socket'
import type { FromPicture, ToPicture } from '../../../../wire/wire-words.ts'
import { PictureStore, type Post } from './picture-store.ts'
import { ReplayStore } from './replay-store.ts'
import { THIN_S, type FromWorker, type ToWorker } from './worker-words.ts'

/** The parts of the worker's global scope this file uses; the page's types do not know it. */
type Scope = {
  postMessage: (message: FromWorker, options: { transfer: Transferable[] }) => void
  addEventListener: (type: 'message', hear: (event: MessageEvent<ToWorker>) => void) => void
}
const scope = self as unknown as Scope
const post: Post = (message, transfer = []) => scope.postMessage(message, { transfer })

/** Watch at a place without vessels, at the longest interval, while the past is shown. */
const NOWHERE: WatchPicture = { bbox: [0, -90, 0, -90], zoom: 24, every_s: 60 }

let port: MessagePort | null = null
let watched: WatchPicture | null = null
let replay: ReplayStore | null = null

const store = new PictureStore(post, () => watch(true))
const notify = (message: FromPicture) => port?.postMessage(message)

function watch(resync: boolean) {
  const view = replay === null ? watched : NOWHERE
  if (view !== null) notify({ say: 'watch', view: resync ? { ...view, resync } : view })
}

function start(given: MessagePort) {
  port = given
  given.addEventListener('message', ({ data }: MessageEvent<ToPicture>) => {
    if (data.say === 'connected') {
      store.expectSnapshot()
      watch(true)
    } else {
      if (replay === null) store.take(data.bytes)
      notify({ say: 'applied' })
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
      store.offsetMs = data.offsetMs
      break
    case 'watch':
      watched = {
        bbox: data.bbox,
        zoom: data.zoom,
        ...(data.filter === null ? {} : { filter: data.filter }),
        ...(data.isThin ? { every_s: THIN_S } : {}),
      }
      if (replay === null) watch(false)
      break
    case 'replay':
      // The present and the past are never seen in one picture; two replays of one period follow without a blink.
      if ((replay === null) !== (data.replay === null)) store.clear()
      replay = data.replay === null ? null : new ReplayStore(post, data.replay)
      // Back in the present nothing but a snapshot may be believed.
      store.expectSnapshot()
      watch(true)
      break
    case 'chunk':
      if (data.bytes === null) replay?.drop(data.n)
      else replay?.take(data.n, data.bytes)
      break
    case 'still':
      replay?.takeStill(data.at, data.bytes)
      break
    case 'instant':
      replay?.show(data.at, data.isStanding)
  }
})
