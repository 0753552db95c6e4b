import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openEngine } from './engine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the built programs: server.js, reader.js, look-back.js, sim.js. */
    programs: string
  }
}

const root = path.resolve(import.meta.dirname, '../..')

/** Inside the tree, where what npm installed is found. */
function buildPrograms(): string {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(path.join(root, '.cache', 'programs-'))
  execFileSync(process.execPath, [path.join(root, 'tools', 'programs.mjs'), folder], { stdio: 'inherit' })
  return folder
}

/** Builds the programs and opens the database engine of a test run. */
export default async function setup(project: TestProject) {
  const programs = buildPrograms()
  const engine = await openEngine()
  project.provide('databaseUrl', engine.databaseUrl)
  project.provide('programs', programs)
  return async () => {
    await engine.close()
    rmSync(programs, { recursive: true, force: true })
  }
}
