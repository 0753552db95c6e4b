// Builds what `npm start` runs: dist/server.js with its reader of files, dist/sim.js and the screens in web/dist.
import { build } from 'esbuild'
import { build as buildScreens } from 'vite'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildPrograms } from './programs.mjs'
import { swapIn } from './swap-in.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** Built here and swapped in when it is whole: a server may be running, and pages be open. */
const programs = path.join(root, 'dist', 'programs.next')
const screens = path.join(root, 'dist', 'screens.next')

export async function buildAll() {
  await buildPrograms(programs)
  await buildScreens({
    root: path.join(root, 'web'),
    logLevel: 'warn',
    build: { outDir: screens, emptyOutDir: true },
  })
  await writeLanding()
  await writeShell()
  for (const name of readdirSync(programs))
    renameSync(path.join(programs, name), path.join(root, 'dist', name))
  rmSync(programs, { recursive: true })
  swapIn(screens, path.join(root, 'web', 'dist'))
}

/** The landing page beside the page of the application: written out, with a script of a few lines in place of it. */
async function writeLanding() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'web/src/app/landing/landing-markup.tsx')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    logLevel: 'warning',
  })
  // Beside the build, so that what it imports is found.
  const file = path.join(root, 'dist', 'landing-markup.cjs')
  writeFileSync(file, outputFiles[0].text)
  const bundle = createRequire(import.meta.url)(file)
  rmSync(file)
  await build({
    entryPoints: [path.join(root, 'web/src/app/landing/landing-entry.ts')],
    outfile: path.join(screens, 'landing.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  const page = readFileSync(path.join(screens, 'index.html'), 'utf8')
  const application = /<script type="module"[^>]* src="([^"]+)"/.exec(page)
  if (application === null) throw new Error('the built page has no script')
  writeFileSync(
    path.join(screens, 'landing.html'),
    page
      .replace(/<script type="module"[^>]*><\/script>/, '<script type="module" src="/landing.js"></script>')
      .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
      .replace(
        '<div id="root"></div>',
        `<div id="root" data-application="${application[1]}">${bundle.landingMarkup()}</div>`,
      )
      .replace(/<noscript>.*<\/noscript>/, ''),
  )
}

/** The service worker, with the list of what it keeps. */
async function writeShell() {
  const files = ['/logo.svg', ...readdirSync(path.join(screens, 'assets')).map((name) => `/assets/${name}`)]
  const name = createHash('sha256')
    .update(readFileSync(path.join(screens, 'index.html')))
    .update(files.join())
    .digest('hex')
    .slice(0, 12)
  await build({
    entryPoints: [path.join(root, 'web/src/app/shell.worker.ts')],
    outfile: path.join(screens, 'shell.js'),
    define: { SHELL: JSON.stringify({ name, files }) },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
}

if (process.argv[1] === import.meta.filename) await buildAll()
