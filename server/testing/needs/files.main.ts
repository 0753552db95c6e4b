import { setTimeout as sleep } from 'node:timers/promises'
import { DiskFiles } from '../../src/platform/engines/files/disk.ts'

// A process that takes a file without an end, to be killed.
await new DiskFiles(process.argv[2]!).receive(
  (async function* () {
    for (;;) {
      yield Buffer.alloc(64 * 1024)
      await sleep(5)
    }
  })(),
)
