/**
 * The process that decode.ts times for a peer of npm, named by the first argument: sentences on standard input,
 * handed over line by line as its manual shows. Plain JavaScript, so that no loader is timed with it.
 */
import { readFileSync } from 'node:fs'

const lines = readFileSync(0, 'latin1').split(/\r?\n/).filter(Boolean)
let decoded = 0

/** Loaded one at a time, so that no peer pays for another. */
const RUN = {
  async ggencoder() {
    const { AisDecode } = (await import('ggencoder')).default
    // The parts of a message meet in the session.
    const session = {}
    for (const line of lines) if (new AisDecode(line, session).valid) decoded++
  },
  async 'ais-stream-decoder'() {
    const { default: module } = await import('ais-stream-decoder')
    const decoder = new (module.default ?? module)()
    decoder.on('error', () => {})
    decoder.on('data', () => decoded++)
    for (const line of lines) decoder.write(line)
  },
  async '@signalk/nmea0183-signalk'() {
    const { default: Parser } = await import('@signalk/nmea0183-signalk')
    const parser = new Parser()
    for (const line of lines) {
      try {
        if (parser.parse(line)) decoded++
      } catch {
        // It throws at what it does not know.
      }
    }
  },
}

await RUN[process.argv[2]]()
console.log(decoded)
