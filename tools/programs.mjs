// Bundles the programs of the server into a folder of this tree: the server itself, its reader of files, its thread for historical runs, the simulated sea.
// Alone it is given the folder: the tests start programs from there, in a third of the time their sources take.
import { build } from 'esbuild'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Our own packages are bundled, and libraries of hundreds of small modules, which take longer to find than to run: a thread
 * for a historical run starts in half the time. What else npm installed stays where it is.
 */
const BUNDLED = /^(@samudra\/|(zod|kysely|ulid)(\/|$))/
const fewOnly = {
  name: 'few-packages-only',
  setup(plugin) {
    plugin.onResolve({ filter: /^[^./]/ }, (args) =>
      BUNDLED.test(args.path) || args.kind === 'entry-point'
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
      'history-run': path.join(root, 'server/src/history-run.main.ts'),
      sim: path.join(root, 'sim/src/main.ts'),
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    plugins: [fewOnly],
    logLevel: 'warning',
  })

if (process.argv[1] === import.meta.filename) await buildPrograms(path.resolve(process.argv[2]))
