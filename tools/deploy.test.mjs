import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../deploy')
const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
const services = units.filter((name) => name.endsWith('.service'))
const analyze = (...args) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })
const isThere = analyze('--version').status === 0
if (!isThere) process.stdout.write('SKIPPED: no systemd-analyze. The units of deploy/ were not verified.\n')

test.skipIf(!isThere)('systemd finds nothing wrong with the units', () => {
  for (const name of units) {
    const { status, stdout, stderr } = analyze('verify', '--man=no', path.join(folder, name))
    // Programs and folders of an installation are not there yet.
    const faults = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(name))
    expect({ name, status, faults }).toEqual({ name, status: 0, faults: [] })
  }
})

test.skipIf(!isThere)('the services are closed in as far as systemd can judge', () => {
  for (const name of services) {
    // Exposure from 0 (closed) to 100 (open); a service without any of it has 96.
    const { status, stdout } = analyze(
      'security',
      '--offline=true',
      '--threshold=20',
      '--no-pager',
      path.join(folder, name),
    )
    expect({ status, said: stdout.split('\n').at(-2) }).toMatchObject({ status: 0 })
  }
})

test('the services run as one account without rights, with limits on memory and processes', () => {
  for (const name of services) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    for (const line of [
      'User=samudra',
      'NoNewPrivileges=yes',
      'PrivateTmp=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).toMatch(/^MemoryMax=/m)
    expect(text).toMatch(/^TasksMax=/m)
  }
})

test('npm start and the service set the limits of the allocator in the environment', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8'))
  const service = readFileSync(path.join(folder, 'samudra.service'), 'utf8')
  expect(service.split('\n')).toContain('EnvironmentFile=/opt/samudra/deploy/allocator.env')
  const shown = scripts.start.replace(/exec node .*/, 'exec env')
  const { stdout } = spawnSync('sh', ['-c', shown], { cwd: path.join(folder, '..'), encoding: 'utf8' })
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=131072']),
  )
})
