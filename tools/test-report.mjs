// Writes what a vitest run found to the file of TEST_FOUND, as tools/tests.mjs reads it.
import { writeFileSync } from 'node:fs'

const RESULTS = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' }

function ofFile(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    result: RESULTS[test.result().state],
    ms: Math.round(test.diagnostic()?.duration ?? 0),
    errors: (test.result().errors ?? []).map((error) => error.stack ?? error.message),
  }))
  // A file that cannot be read, or whose preparation failed, is a failure although none of its tests reports it.
  const isBroken = module.state() === 'failed' && !tests.some((test) => test.result === 'failed')
  if (isBroken) {
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((one) => one.errors())]
    tests.push({
      name: 'its preparation',
      result: 'failed',
      ms: 0,
      errors: errors.map((error) => error.stack ?? error.message),
    })
  }
  return { file: module.relativeModuleId, ms: Math.round(module.diagnostic().duration), tests }
}

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    writeFileSync(
      process.env['TEST_FOUND'],
      JSON.stringify({ files: modules.map(ofFile), stray: unhandledErrors.length }),
    )
  }
}
