import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { listener } from './testing.ts'

/** A worldwide sample of three minutes that the npm package aisparser brings along. */
function samplePath(): string | null {
  try {
    const path = join(
      dirname(createRequire(import.meta.url).resolve('aisparser/package.json')),
      'test-data/nmea-sample',
    )
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

const sample = samplePath()
const kystverket = fileURLToPath(
  new URL('../../../../shared/data/kystverket/Ais1000Lines.nm4', import.meta.url),
)
/** Decoder of the Debian package gpsd-clients. */
const ORACLE = 'gpsdecode'
const hasOracle = spawnSync(ORACLE, ['-V']).status === 0

function decodeFile(path: string) {
  const heard = listener()
  heard.decoder.feed(readFileSync(path), 0)
  heard.decoder.endLine()
  heard.decoder.flush()
  return heard
}

type Position = ReturnType<typeof decodeFile>['positions'][number]
const keyOf = (values: (number | null)[]) => values.join(' ')

/** Raw values of a position as gpsdecode prints them with -u. */
function oracleKey(report: Record<string, number>, type: number): string {
  const isLong = type === 27
  const raw = (field: string, unknown: number, scale = 1) => {
    const value = report[field]
    return value === undefined || value === unknown ? null : value * scale
  }
  const isMoving = ![4, 11, 21].includes(type)
  const sogUnknown = isLong ? 63 : 1023
  const cog = raw('course', 3600, isLong ? 10 : 1)
  const heading = raw('heading', 511)
  return keyOf([
    type,
    report['mmsi']!,
    raw('lat', isLong ? 54_600 : 54_600_000, isLong ? 1000 : 1),
    raw('lon', isLong ? 108_600 : 108_600_000, isLong ? 1000 : 1),
    isMoving ? raw('speed', sogUnknown, isLong || type === 9 ? 10 : 1) : null,
    isMoving && cog !== null && cog < 3600 ? cog : null,
    isMoving && heading !== null && heading < 360 ? heading : null,
    isLong || type === 4 || type === 11 ? -1 : report['second']!,
  ])
}

const ourKey = (p: Position) =>
  keyOf([p.type, p.mmsi, p.lat, p.lon, p.sog, p.cog, p.heading, [4, 11, 27].includes(p.type) ? -1 : p.second])

describe('recorded traffic', () => {
  test.skipIf(sample === null)('the worldwide sample is decoded except where its receivers cut it', () => {
    const { positions, decoder } = decodeFile(sample!)
    expect(decoder.counters).toMatchObject({ sentences: 85_194, badChecksum: 0, notAis: 0, incomplete: 4 })
    expect(positions).toHaveLength(78_074)
  })

  test.skipIf(sample === null || !hasOracle)(
    'every position of the sample equals that of gpsdecode (package gpsd-clients)',
    () => {
      const { positions } = decodeFile(sample!)
      const run = spawnSync(ORACLE, ['-u', '-j'], { input: readFileSync(sample!), maxBuffer: 1 << 28 })
      const lines = run.stdout
        .toString('latin1')
        .split('\n')
        .filter((line) => line.startsWith('{'))
      const ours = new Map<string, number>()
      for (const position of positions) {
        const key = ourKey(position)
        ours.set(key, (ours.get(key) ?? 0) + 1)
      }
      const missing: string[] = []
      let compared = 0
      for (const line of lines) {
        const report = JSON.parse(line) as Record<string, number>
        const type = report['type']!
        if (![1, 2, 3, 4, 9, 11, 18, 19, 21, 27].includes(type)) continue
        // Six reports have one number of ten digits, which no station can have.
        if (report['mmsi']! > 999_999_999) continue
        compared++
        const key = oracleKey(report, type)
        const left = ours.get(key) ?? 0
        if (left === 0) missing.push(key)
        ours.set(key, left - 1)
      }
      expect(missing).toEqual([])
      expect(compared).toBeGreaterThan(78_000)
    },
  )

  test.skipIf(!existsSync(kystverket))(
    'the Norwegian coast writes 246 wrong tag blocks in 1,000 lines, and every report is decoded',
    () => {
      const { positions, statics, decoder } = decodeFile(kystverket)
      expect(decoder.counters).toMatchObject({ sentences: 1000, badTagChecksum: 246, badChecksum: 0 })
      expect(decoder.counters.incomplete).toBe(0)
      expect(statics.filter(({ type }) => type === 5).length).toBeGreaterThan(0)
      expect(positions.filter(({ observedAt }) => observedAt === 1565218798000).length).toBeGreaterThan(0)
    },
  )
})
