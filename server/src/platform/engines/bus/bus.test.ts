import { busConforms } from '../../../../testing/needs/bus-tests.ts'
import { silentLog } from '../../kernel/text/log.ts'
import { MemoryBus, MemoryHub } from './memory.ts'

busConforms('in memory', async () => {
  const hub = new MemoryHub()
  return {
    more: async () => new MemoryBus({ hub, log: silentLog }),
    breakOff: async (whileAway) => whileAway?.(),
    close: async () => undefined,
  }
})
