import { MessageDecoder } from '@samudra/nautical/ais/message-decoder'
import { aisstreamToLines } from './aisstream-json.ts'
import { jsonToLines } from './json-lines.ts'

/** Raw message of a fix: its lines and their decoded values. */
export type RawReading = {
  form: 'NMEA' | 'JSON' | 'TAKEN_OUT'
  lines: string[]
  decoded: Record<string, unknown>[]
}

/** Extracts the lines of one vessel from received bytes; a text that also concerns others is not shown whole. */
export function rawReading(bytes: Uint8Array, mmsi: string): RawReading {
  const text = new TextDecoder().decode(bytes)
  const isJson = /^\s*[{[]/.test(text)
  const lines = linesIn(isJson ? sentencesOf(text) : text)
  const { own, decoded } = readLines(lines, mmsi)
  if (!isJson) return { form: 'NMEA', lines: own, decoded }
  if (own.length === lines.length) return { form: 'JSON', lines: linesIn(text), decoded }
  return { form: 'TAKEN_OUT', lines: own, decoded }
}

const linesIn = (text: string) => text.split(/[\r\n]+/).filter((line) => line.trim() !== '')

function sentencesOf(json: string): string {
  const found = jsonToLines(json)
  if (typeof found !== 'string') return new TextDecoder().decode(found)
  const frame = aisstreamToLines(json)
  return 'lines' in frame ? frame.lines : ''
}

/** The lines that make up messages of one ship. */
function readLines(lines: string[], mmsi: string) {
  const own: string[] = []
  const decoded: Record<string, unknown>[] = []
  let waiting: string[] = []
  const decoder = new MessageDecoder({
    checksum: 'mark',
    onMessage: (message, reception) => {
      if (message.mmsi === mmsi) {
        own.push(...waiting)
        decoded.push({ ...message, ...known(reception) })
      }
      waiting = []
    },
  })
  for (const line of lines) {
    waiting.push(line)
    decoder.feed(Buffer.from(`${line}\n`), 0)
  }
  return { own, decoded }
}

/** Returns the known fields of a reception. */
const known = (reception: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(reception).filter(([, value]) => value !== null && value !== false))
