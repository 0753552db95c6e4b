import { parentPort, workerData } from 'node:worker_threads'
import { resultsOf } from './findings.ts'
import type { Answer, Asked, Begin } from './look-back.ts'
import { Pass } from './pass.ts'
import { PastOf } from './past.ts'
import { Stage } from './stage.ts'
import { KnownWorld, makePorts } from './world.ts'

/** The thread of a look back: fixes come batch after batch, what the rule found goes back at the end. */
const { rule, world, beside, by, together, runId } = workerData as Begin
const port = parentPort!
const past = new PastOf(world.past.corrected)
past.add(world.past)
const ports = world.ports === null ? null : await makePorts(world.ports)
const stage = new Stage([rule], new KnownWorld({ ...world, past }, ports), () => [])
const pass = new Pass(stage, beside, { by, together })

const answer = (said: Answer) => port.postMessage(said)
async function take(asked: Asked): Promise<void> {
  if ('batch' in asked) {
    await pass.take(asked.batch)
    return answer({ taken: true })
  }
  pass.end(asked.end.to)
  const { begun } = resultsOf(stage, stage.takeChanges(), runId, asked.end.now)
  answer({ scanned: pass.count, rows: begun })
}

// One after the other: each is taken whole before the next.
let turn = Promise.resolve()
port.on('message', (asked: Asked) => {
  turn = turn.then(() => take(asked))
})
