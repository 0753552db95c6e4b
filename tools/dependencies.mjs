// What the product is made of: every licence is one we may ship, every package runs on the oldest Node we support, and
// nothing is known to be seriously vulnerable.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const AUDIT_MS = 90_000
const GRAVE = ['high', 'critical']

/** Licences under which a library may ship with the product, as in docs/dependencies.md. */
const ALLOWED = [
  'MIT',
  // MIT without the duty to name its authors.
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'CC0-1.0',
  'Unlicense',
]
/** Licences of packages whose package.json names none, from the licence file of the package or its next version. */
const READ_BY_US = { 'png-js': 'MIT', '@mapbox/jsonlint-lines-primitives': 'MIT' }

/** `A OR B` leaves us the choice, `A AND B` does not. */
export const isAllowed = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one.trim())))

function licenceOf({ license, licenses }, name) {
  const stated = license ?? licenses?.map((one) => one.type ?? one).join(' OR ') ?? READ_BY_US[name]
  return typeof stated === 'object' ? stated.type : stated
}

/** Every package that comes with the product, and its licence; `null` when it names none. */
export function licencesIn(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(
      ([at, { dev, devOptional, link }]) => at.includes('node_modules/') && !dev && !devOptional && !link,
    )
    .map(([at, locked]) => {
      const name = at.slice(at.lastIndexOf('node_modules/') + 13)
      const file = path.join(folder, at, 'package.json')
      // Only the lock file describes packages for other platforms.
      const said = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : locked
      return { name, licence: licenceOf(said, name) ?? null }
    })
}

const numbersOf = (version) => (/\d[\d.]*/.exec(version)?.[0] ?? '0').split('.').map(Number)

function isAtLeast(version, least) {
  const at = [0, 1, 2].find((i) => (version[i] ?? 0) !== (least[i] ?? 0))
  return at === undefined || (version[at] ?? 0) > (least[at] ?? 0)
}

/** Returns whether a range of `engines` admits a version; reads what packages write: `*`, `>=`, `^`, bare versions and `||`. */
export function admits(range, version) {
  const wanted = numbersOf(version)
  return range.split('||').some((choice) => {
    const least = numbersOf(choice)
    const isOpen = choice.includes('>=') || choice.includes('*')
    return isAtLeast(wanted, least) && (isOpen || wanted[0] === least[0])
  })
}

/** Packages of the lock file, tools included, whose `engines` leave out the oldest Node that the product supports. */
export function tooNewIn(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
  const oldest = packages[''].engines.node
  return Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !admits(engines.node, oldest))
    .map(([at, { version, engines }]) => `${at} ${version} needs Node ${engines.node}`)
}

/** Returns the grave findings in the output of `npm audit --json`, or why there is no answer. */
export function readAudit(printed) {
  let said
  try {
    said = JSON.parse(printed)
  } catch {
    return { trouble: 'no answer', grave: [] }
  }
  if (said?.vulnerabilities === undefined)
    return { trouble: String(said?.message ?? said?.error?.summary ?? 'no answer').slice(0, 200), grave: [] }
  const grave = Object.values(said.vulnerabilities)
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ name, severity, range, via }) => {
      const titles = via.map((one) => one.title ?? `by ${one}`)
      return `${name} ${range}: ${severity}, ${titles.join('; ')}`
    })
  return { trouble: null, grave }
}

function check() {
  const all = licencesIn(root)
  const refused = all.filter(({ licence }) => licence === null || !isAllowed(licence))
  for (const { name, licence } of refused)
    process.stdout.write(
      `${name}: ${licence ?? 'no licence'} is not among those we may ship (tools/dependencies.mjs)\n`,
    )
  const tooNew = tooNewIn(root)
  for (const one of tooNew)
    process.stdout.write(`${one}; docs/dependencies.md lists the packages held back\n`)
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=30000'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: AUDIT_MS },
  )
  const { trouble, grave } = readAudit(stdout ?? '')
  if (trouble !== null) process.stdout.write(`SKIPPED: the registry answers no audit (${trouble}).\n`)
  for (const one of grave) process.stdout.write(`vulnerable: ${one}\n`)
  process.stdout.write(
    `${all.length} packages, ${refused.length} of an unwanted licence, ${tooNew.length} too new for Node, ${grave.length} vulnerable\n`,
  )
  return refused.length + tooNew.length + grave.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) process.exit(check())
