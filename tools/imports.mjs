// Checks the import rules of .dependency-cruiser.cjs; exits 1 when one is broken or when nothing was read.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'

const require = createRequire(import.meta.url)
const config = require('../.dependency-cruiser.cjs')

// The cruiser makes swc parse plain TypeScript even if a file contains JSX.
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, given) => parseFileSync(file, { ...given, tsx: file.endsWith('.tsx') })

const FOLDERS = ['contract/src', 'nautical/src', 'rules/src', 'server/src', 'web/src', 'sim/src']

/** The imports that break a rule in a folder laid out like this project, and how many files were read. */
export async function checkImports(folder, folders = FOLDERS) {
  const { output } = await cruise(
    folders,
    { ...config.options, baseDir: folder, validate: true, ruleSet: { forbidden: config.forbidden ?? [] } },
    config.options.enhancedResolveOptions,
  )
  const { violations, totalCruised } = output.summary
  return {
    files: totalCruised,
    broken: [
      ...violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name })),
      ...output.modules.flatMap((module) => doorsNamed(folder, module)),
    ],
  }
}

const ROOM = /^server\/src\/rooms\/[\w-]+\/[\w-]+\/room\.ts$/
/**
 * Returns imports of other rooms outside the declaration of a room, where only types of room interfaces are permitted.
 * The cruiser does not distinguish them.
 */
function doorsNamed(folder, { source, dependencies }) {
  if (!source.startsWith('server/src/rooms/') || ROOM.test(source) || source.endsWith('.test.ts')) return []
  const doors = dependencies.filter(({ resolved }) => ROOM.test(resolved))
  const text = doors.length === 0 ? '' : readFileSync(path.join(folder, source), 'utf8')
  return doors
    .filter(({ module }) => !new RegExp(`^import type \\{[^}]*\\} from '${module}'`, 'm').test(text))
    .map(({ resolved }) => ({ from: source, to: resolved, rule: 'other-files-take-types-of-doors' }))
}
if (process.argv[1] === import.meta.filename) {
  const { files, broken } = await checkImports(path.resolve(import.meta.dirname, '..'))
  for (const { from, to, rule } of broken) console.log(`${rule}: ${from} → ${to}`)
  console.log(`${files} files, ${broken.length} imports that break a rule`)
  process.exit(broken.length > 0 || files < 50 ? 1 : 0)
}
