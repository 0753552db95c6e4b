import { gzipSync } from 'node:zlib'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Files that every page fetches, that the login page adds, and that the map adds until its first picture. */
const STAGES = [
  ['entry', ['app/main.tsx']],
  ['login', ['app/Screens.tsx', 'rooms/centre/identity/login/LoginScreen.tsx']],
  ['map', ['app/Home.tsx', 'app/pages/MapPage.tsx']],
] as const
/** Doors of libraries behind which everything lies, wanted or not. */
const EVERYTHING =
  /@mantine\/\w+\/esm\/index\.mjs$|@tabler\/icons-react\/.*tabler-icons-react\.mjs$|zod\/index/
const ENGINE = 'chart-engine'
/** Maximum size of it, gzipped, kilobytes of 1,000 bytes; workers are reported separately. */
const MOST_KB = 600

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Returns the ids of the modules of a stage. Throws for a file that is not part of the build. */
function modulesOf(root: string, files: readonly string[], graph: Graph): string[] {
  const ids = files.map((file) => path.join(root, 'src', file))
  const missing = ids.find((id) => graph.getModuleInfo(id) === null)
  if (missing !== undefined) throw new Error(`The first view names ${missing}, which is not built.`)
  return ids
}

/**
 * Puts each stage of the first view into one file, since a hundred small ones pack and travel worse. Reports after
 * each build how much JavaScript that view needs. Above the limit it ends the build: open parts by `kit/later`.
 */
export function firstView(root: string): {
  plugin: Plugin
  groupOf: (id: string, graph: Graph) => string | null
} {
  const stages: { name: string; ids: Set<string> }[] = []
  const find = (graph: Graph) => {
    if (stages.length > 0) return
    const taken = new Set<string>()
    for (const [name, files] of STAGES) {
      const ids = new Set<string>()
      const open = modulesOf(root, files, graph)
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (taken.has(id) || EVERYTHING.test(id)) continue
        taken.add(id)
        ids.add(id)
        open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
      }
      stages.push({ name, ids })
    }
  }
  const groupOf = (id: string, graph: Graph) => {
    find(graph)
    if (/maplibre-gl\/.*\.mjs$/.test(id)) return ENGINE
    return stages.find(({ ids }) => ids.has(id))?.name ?? null
  }
  const plugin: Plugin = {
    name: 'first-view',
    apply: 'build',
    buildStart: () => void stages.splice(0),
    writeBundle(_options, bundle) {
      const size = (text: string | Uint8Array) => gzipSync(text).length / 1000
      const wanted = new Set<string>()
      const want = (file: string) => {
        const chunk = bundle[file]
        if (wanted.has(file) || chunk?.type !== 'chunk') return
        wanted.add(file)
        chunk.imports.forEach(want)
      }
      const first = STAGES.flatMap(([, files]) => files.map((file) => path.join(root, 'src', file)))
      for (const chunk of Object.values(bundle))
        if (
          chunk.type === 'chunk' &&
          [chunk.facadeModuleId, ...chunk.moduleIds].some((id) => first.includes(id ?? ''))
        )
          want(chunk.fileName)
      const page = [...wanted].reduce((sum, file) => sum + size((bundle[file] as { code: string }).code), 0)
      const workers = Object.values(bundle).reduce(
        (sum, file) =>
          file.type === 'asset' && /worker.*\.js$/.test(file.fileName) ? sum + size(file.source) : sum,
        0,
      )
      process.stdout.write(
        `The first view of the map needs ${page.toFixed(0)} KB of JavaScript, gzipped, in ${wanted.size} files; ` +
          `its workers ${workers.toFixed(0)} KB.\n`,
      )
      if (page > MOST_KB) this.error(`The first view of the map may need ${MOST_KB} KB at most.`)
    },
  }
  return { plugin, groupOf }
}
