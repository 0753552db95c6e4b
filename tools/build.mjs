// Builds what `npm start` runs: dist/server.js, dist/sim.js and the screens in web/dist.
import { build } from 'esbuild'
import { build as buildScreens } from 'vite'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Our own packages are bundled; what npm installed stays where it is. */
const ownOnly = {
  name: 'own-packages-only',
  setup(plugin) {
    plugin.onResolve({ filter: /^[^./]/ }, (args) =>
      args.path.startsWith('@samudra/') || args.kind === 'entry-point'
        ? undefined
        : { path: args.path, external: true },
    )
  },
}

export async function buildAll() {
  await build({
    entryPoints: {
      server: path.join(root, 'server/src/main.ts'),
      sim: path.join(root, 'sim/src/main.ts'),
    },
    outdir: path.join(root, 'dist'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    plugins: [ownOnly],
    logLevel: 'warning',
  })
  await buildScreens({ root: path.join(root, 'web'), logLevel: 'warn' })
}

if (process.argv[1] === import.meta.filename) await buildAll()
