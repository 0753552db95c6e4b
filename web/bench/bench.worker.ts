import { Keeper } from '../src/picture/keeper.ts'
import type { FromWorker } from '../src/picture/worker-words.ts'

type Scope = {
  postMessage: (message: FromWorker, options: { transfer: Transferable[] }) => void
  addEventListener: (type: 'message', hear: (event: MessageEvent<ArrayBuffer>) => void) => void
}
const scope = self as unknown as Scope

/** The worker of the picture room without its socket: frames come from the bench. */
const keeper = new Keeper(
  (message, transfer = []) => scope.postMessage(message, { transfer }),
  () => {
    throw new Error('the bench lost a frame')
  },
)
scope.addEventListener('message', ({ data }) => keeper.take(new Uint8Array(data)))
