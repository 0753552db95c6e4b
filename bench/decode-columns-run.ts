/** The process that decode.ts times: sentences on standard input to typed columns. */
import { readSync } from 'node:fs'
import { AisDecoder } from '../nautical/src/ais/decode-columns.ts'

let rows = 0
const decoder = new AisDecoder({
  onBatch: (dynamic, statics) => {
    rows += dynamic.count + statics.count
  },
})
const chunk = new Uint8Array(1 << 16)
for (let length = readSync(0, chunk); length > 0; length = readSync(0, chunk)) {
  decoder.feed(chunk.subarray(0, length), Date.now())
}
decoder.flush()
console.log(rows)
