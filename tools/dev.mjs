// One command for working on Samudra: the server under watch, Vite with its screens, the simulated sea.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'chokepoint' },
    speed: { type: 'string', default: '1' },
    port: { type: 'string', default: '8080' },
    data: { type: 'string', default: path.join(root, '.cache', 'dev-data') },
  },
})
const password = 'Samudra-dev-1'
const children = [
  spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      'server/src/main.ts',
      '--port',
      values.port,
      '--data',
      values.data,
    ].concat(['--sim', values.scenario, '--sim-speed', values.speed, '--admin-password', password]),
    { cwd: root, stdio: 'inherit' },
  ),
  spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'], {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, SAMUDRA_PORT: values.port },
  }),
]
process.stdout.write(`Log in as admin with ${password} (first start of this data folder)\n`)
const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
for (const child of children) child.on('close', end)
