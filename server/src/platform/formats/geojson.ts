import { Unreadable } from '../kernel/files/unreadable.ts'
import type { GeoFault, RawFeature } from './geo-reading.ts'

/** A single feature larger than this (bytes) is not taken. */
const LARGEST_FEATURE = 96 * 1024 * 1024
/** Deeper than any GeoJSON; a geometry collection in a feature has nine. */
const DEEPEST = 16

const QUOTE = 0x22
const BACKSLASH = 0x5c
const NEWLINE = 0x0a
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const BOM = '\ufeff'

/**
 * The features of GeoJSON one by one: only the one at hand is ever held as objects, whatever the file's size, and a
 * feature that cannot be read does not take the others with it.
 */
export function* readGeoJson(bytes: Buffer): Generator<RawFeature | GeoFault> {
  const list = /"features"\s*:\s*\[/.exec(bytes.subarray(0, 64 * 1024).toString('latin1'))
  if (list === null) {
    const whole = parsed(bytes, 1)
    if ('why' in whole) throw new Unreadable(`This is not GeoJSON: ${whole.why}.`)
    yield* unlisted(whole)
    return
  }
  yield* featuresFrom(bytes, list.index + list[0].length)
}

/** A collection whose list comes late, one feature, or a bare geometry. */
function* unlisted({ geometry: root }: RawFeature): Generator<RawFeature> {
  const { features, type } = (root ?? {}) as { features?: unknown; type?: unknown }
  if (Array.isArray(features)) for (const one of features) yield featureOf(one, null)
  else if (type === 'Feature') yield featureOf(root, null)
  else if (typeof type === 'string') yield { line: null, properties: {}, geometry: root }
  else throw new Unreadable('This is not GeoJSON: it has no type.')
}

function* featuresFrom(bytes: Buffer, from: number): Generator<RawFeature | GeoFault> {
  let [depth, start, line, startLine] = [0, -1, 1, 1]
  let inText = false
  for (let i = 0; i < from; i++) if (bytes[i] === NEWLINE) line++
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === NEWLINE) line++
    else if (inText) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (OPEN.has(byte)) {
      if (depth === 0) [start, startLine] = [i, line]
      if (++depth > DEEPEST) throw new Unreadable(`Line ${line} is nested too deeply for GeoJSON.`)
    } else if (CLOSE.has(byte)) {
      if (depth === 0) return
      if (--depth === 0) {
        const one = parsed(bytes.subarray(start, i + 1), startLine)
        yield 'why' in one ? one : featureOf(one.geometry, startLine)
      }
    }
  }
  throw new Unreadable(`The file ends in line ${line} before it is complete.`)
}

/** Parses JSON as `geometry`; returns the fault otherwise. */
function parsed(bytes: Buffer, line: number): RawFeature | GeoFault {
  if (bytes.length > LARGEST_FEATURE) return { at: null, line, why: 'is larger than 96 MB' }
  try {
    const text = bytes.toString('utf8')
    return { line, properties: {}, geometry: JSON.parse(text.startsWith(BOM) ? text.slice(1) : text) }
  } catch {
    return { at: null, line, why: 'is not JSON' }
  }
}

function featureOf(raw: unknown, line: number | null): RawFeature {
  const { properties, geometry } = (raw ?? {}) as { properties?: unknown; geometry?: unknown }
  return { line, properties, geometry }
}
