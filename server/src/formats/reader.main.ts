import { readGeo } from './read-file.ts'
import { Unreadable, type GeoOptions } from './geo-reading.ts'

/**
 * A process of its own that reads one file of shapes: what comes from outside may be made to take all memory and all
 * time, and then it takes those of this process alone. Options in a line of JSON, then the file; the reading as JSON.
 */
const parts: Buffer[] = []
for await (const part of process.stdin) parts.push(part as Buffer)
const all = Buffer.concat(parts)
parts.length = 0
const end = all.indexOf('\n')
const options = JSON.parse(all.toString('utf8', 0, end)) as GeoOptions
try {
  process.stdout.write(JSON.stringify(await readGeo(all.subarray(end + 1), options)))
} catch (error) {
  const why = error instanceof Unreadable ? error.message : 'The file is damaged; it could not be read.'
  process.stdout.write(JSON.stringify({ unreadable: why }))
}
