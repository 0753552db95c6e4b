import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildBoundaries } from './boundaries.ts'
import { writePorts } from './ports.ts'
import { buildRaster } from './raster.ts'
import { buildShore } from './shore.ts'
import { buildVector } from './vector.ts'

const { values } = parseArgs({ options: { out: { type: 'string' }, only: { type: 'string' } } })
if (values.out === undefined) throw new Error('say where the archives go: --out <folder>')
const out = resolve(values.out)
const nodeModules = resolve(import.meta.dirname, 'node_modules')
mkdirSync(out, { recursive: true })

const started = Date.now()
const report = (name: string, bytes: number) =>
  console.log(`${name} ${(bytes / 1e6).toFixed(2)} MB, ${((Date.now() - started) / 1000).toFixed(0)} s`)

const ports = () =>
  writePorts(
    `${nodeModules}/sea-ports/lib/ports.json`,
    resolve(import.meta.dirname, 'ports'),
    `${out}/ports.json`,
  )
report('ports.json', ports())
if (values.only === 'ports') process.exit()
const shore = () =>
  buildShore(nodeModules, resolve(import.meta.dirname, 'inland-waters.txt'), `${out}/shore.gz`)
if (values.only !== 'boundaries') report('shore.gz', shore())
if (values.only === 'shore') process.exit()
report('marine.geojson.gz', buildBoundaries(nodeModules, `${out}/marine.geojson.gz`))
if (values.only === 'boundaries') process.exit()
const blueMarble = `${nodeModules}/three-globe/example/img/earth-blue-marble.jpg`
const [imagery, tint] = await buildRaster(blueMarble, `${out}/imagery.pmtiles`, `${out}/tint.pmtiles`)
report('imagery.pmtiles', imagery!)
report('tint.pmtiles', tint!)
report('base.pmtiles', buildVector(nodeModules, `${out}/ports.json`, `${out}/base.pmtiles`))
