import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { cachedFolder } from './cached-folder.ts'
import { openEngine } from './engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the built programs: server.js, reader.js, history-run.js, sim.js. */
    programs: string
  }
}

const root = path.resolve(import.meta.dirname, '../../..')
const PACKAGES = ['basemap', 'contract', 'nautical', 'rules', 'server', 'sim'].map((name) => `${name}/src`)
const PROGRAM_SOURCES = ['package-lock.json', 'tools/programs.mjs', 'sim/data', ...PACKAGES]

/** Builds the programs inside the tree, where installed packages are found. */
async function buildPrograms(folder: string) {
  execFileSync(process.execPath, [path.join(root, 'tools', 'programs.mjs'), folder], { stdio: 'inherit' })
}

/**
 * Builds the programs, unless they are built from the same sources, and starts the engine of a run. The first project that
 * needs them sets them up for all.
 */
export default async function setup({ vitest }: TestProject) {
  if ('databaseUrl' in vitest.getRootProject().getProvidedContext()) return undefined
  const programs = await cachedFolder('programs', PROGRAM_SOURCES, buildPrograms)
  const { databaseUrl, stop } = await openEngine()
  vitest.provide('databaseUrl', databaseUrl)
  vitest.provide('programs', programs)
  return stop
}
