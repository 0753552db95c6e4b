import type { TestProject } from 'vitest/node'
import { openEngine } from '../server/testing/servers/engine.ts'

/** Opens the database engine of a run of journeys; every centre gets a copy of its template. */
export default async function setup(project: TestProject) {
  const engine = await openEngine()
  project.provide('databaseUrl', engine.databaseUrl)
  return engine.stop
}
