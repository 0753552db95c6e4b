import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hasPdfReader, pdfPages } from '../../../../testing/samples/pdf-pages.ts'
import { foldersOf } from '../../../compose.ts'
import { Archive } from '../../../rooms/centre/settings/tiles.ts'
import { landIn } from '../land.ts'
import { roundTicks, writeBars, writeCurves } from './chart.ts'
import { utcText, writeHead } from './head.ts'
import { writeChart } from './map.ts'
import { Pdf } from './pdf.ts'
import { writeTable } from './table.ts'

const AT = new Date(Date.UTC(2026, 4, 17, 6, 30))
const { archivesFolder } = foldersOf(path.resolve(import.meta.dirname, '../../../../..'))
const aPdf = () => new Pdf({ title: 'Report', at: AT, foot: 'Report' })

test.skipIf(!hasPdfReader)(
  'a table continues over pages with its heads, and loses no row and no word',
  async () => {
    const pdf = aPdf()
    await writeHead(pdf, { title: 'Ports', asOf: AT, filters: ['country India'], caller: 'asha' })
    const rows = Array.from({ length: 120 }, (_, i) => [
      `Port-${i}`,
      String(i * 1000),
      i === 60 ? 'word '.repeat(4000) : 'short',
    ])
    await writeTable(
      pdf,
      [
        { label: 'Name', share: 2 },
        { label: 'Calls', share: 1, isFigure: true },
        { label: 'Remark', share: 3 },
      ],
      rows,
    )
    const pages = pdfPages(await pdf.end())
    expect(pages.length).toBeGreaterThan(4)
    for (const page of pages) expect(page).toMatch(/Name\s+Calls\s+Remark/)
    const all = pages.join('\n')
    expect(rows.filter(([name]) => !new RegExp(`${name}\\s`).test(all))).toEqual([])
    expect(all.match(/\bword\b/g)).toHaveLength(4000)
    expect(pages[0]).toContain('As of 2026-05-17 06:30:00 UTC, for asha, as they may see it')
    expect(pages[0]).toContain('Shown: country India')
  },
)

test.skipIf(!hasPdfReader)(
  'a chart shows its unit, names and round values, and breaks where values are missing',
  async () => {
    const pdf = aPdf()
    const hour = (n: number) => AT.getTime() + n * 3_600_000
    writeCurves(pdf, {
      unit: 'knots',
      curves: [
        {
          name: 'AIS',
          points: [
            [hour(0), 3],
            [hour(1), 12.4],
            [hour(2), null],
            [hour(5), 7],
          ],
        },
        { name: 'Radar', points: [[hour(0), 2]] },
      ],
    })
    writeBars(pdf, {
      unit: 'arrivals',
      bars: [
        { label: 'Tanker', value: 17 },
        { label: 'Cargo', value: 0 },
      ],
    })
    writeCurves(pdf, { unit: 'metres', curves: [] })
    const [page] = pdfPages(await pdf.end())
    for (const text of [
      'knots',
      'AIS',
      'Radar',
      '15',
      '08:00',
      'arrivals',
      'Tanker',
      '17',
      'Nothing to show',
    ])
      expect(page).toContain(text)
  },
)

test('axes have round steps around all values', () => {
  expect(roundTicks(0, 17)).toEqual([0, 5, 10, 15, 20])
  expect(roundTicks(-0.3, 0.2)).toEqual([-0.4, -0.2, 0, 0.2])
  expect(roundTicks(5, 5)).toEqual([4, 6])
  expect(roundTicks(0, 0)).toEqual([0, 0.5])
})

const opened: Archive[] = []
afterAll(async () => {
  for (const archive of opened) await archive.close()
})
/** Archive of our chart, which is closed at the end. */
function chartArchive(): Archive {
  const archive = new Archive(path.join(archivesFolder, 'base.pmtiles'), 'vector')
  opened.push(archive)
  return archive
}

test.skipIf(!hasPdfReader)(
  'a map has land of our chart, grid, scale and marks, also across the date line',
  async () => {
    const archive = chartArchive()
    for (const box of [
      [79, 5.5, 82, 10],
      [177, -19, -178, -15],
    ] as const) {
      const land = await landIn(archive, [...box])
      expect(land.length).toBeGreaterThan(0)
      const pdf = aPdf()
      await writeChart(pdf, {
        box: [...box],
        land: (shown) => landIn(archive, shown),
        lines: [
          {
            points: [
              [box[0], box[1]],
              [box[0] + 1, box[3]],
            ],
            colour: '#c4501b',
          },
        ],
        marks: [{ at: [box[0] + 0.5, box[1] + 1], label: 'MV EXAMPLE', colour: '#0b4f8a' }],
        source: 'Land: Natural Earth',
      })
      const bytes = await pdf.end()
      const [page] = pdfPages(bytes)
      for (const text of [/MV EXAMPLE/, /\d NM/, /Natural Earth/, /\d+°/]) expect(page).toMatch(text)
      expect(bytes.length).toBeLessThan(2_000_000)
    }
  },
)

test('land is where the chart has it', async () => {
  const archive = chartArchive()
  const rings = await landIn(archive, [79, 5.5, 82, 10])
  const isLand = (lon: number, lat: number) =>
    rings.filter((ring) =>
      ring.reduce((inside, [x, y], i) => {
        const [u, v] = ring.at(i - 1)!
        return y > lat !== v > lat && lon < ((u - x) * (lat - y)) / (v - y) + x ? !inside : inside
      }, false),
    ).length %
      2 ===
    1
  expect(
    [
      [80.7, 7.3],
      [80.6, 6.9],
      [81.2, 8.2],
    ].map(([lon, lat]) => isLand(lon!, lat!)),
  ).toEqual([true, true, true])
  expect(
    [
      [79.4, 6.5],
      [81.99, 9.5],
      [80.2, 5.7],
    ].map(([lon, lat]) => isLand(lon!, lat!)),
  ).toEqual([false, false, false])
  expect(utcText(AT)).toBe('2026-05-17 06:30:00 UTC')
})
