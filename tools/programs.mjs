// Bundles the programs of the server into a folder of this tree: the server itself, its reader of files, its thread for looks back, the simulated sea.
// Alone it is given the folder: the tests start programs from there, in a third of the time their sources take.
import { build } from 'esbuild'
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

export const buildPrograms = (folder) =>
  build({
    entryPoints: {
      server: path.join(root, 'server/src/main.ts'),
      reader: path.join(root, 'server/src/reader.main.ts'),
      'look-back': path.join(root, 'server/src/look-back.main.ts'),
      sim: path.join(root, 'sim/src/main.ts'),
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    plugins: [ownOnly],
    logLevel: 'warning',
  })

if (process.argv[1] === import.meta.filename) await buildPrograms(path.resolve(process.argv[2]))
