// Finds a Chromium for the journeys: $CHROME_PATH, then one on the PATH, then the one that npm brought.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SWIFTSHADER = '--use-angle=swiftshader'
const DRAW_WITHOUT_A_CARD = [
  // Pages are painted by the processor itself: cheaper than by a card that is only imagined.
  '--disable-gpu-rasterization',
  // The processor also composes them: the emulated card would do so for every frame, at a third of the cost of a
  // journey.
  '--disable-gpu-compositing',
  '--no-sandbox',
  // Calls: a microphone and a camera that hum and turn, and a machine without a network.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--use-gl=angle',
  SWIFTSHADER,
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Returns the browser to launch and its options; null without one, after printing what to do. */
export async function findBrowser() {
  const given = process.env['CHROME_PATH']
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return drawnByMesa(given)
    process.stdout.write(`CHROME_PATH names ${given}, which does not exist.\n`)
    return null
  }
  const onPath = NAMES.flatMap((name) =>
    (process.env['PATH'] ?? '').split(':').map((folder) => path.join(folder, name)),
  )
  const found = onPath.find(isProgram)
  return found === undefined ? bundledBrowser() : drawnByMesa(found)
}

/** With Mesa's drawing in software where the machine has it: a journey takes a tenth less of the processor than with Chromium's own. */
async function drawnByMesa(executablePath) {
  const args = DRAW_WITHOUT_A_CARD.map((one) => (one === SWIFTSHADER ? '--use-angle=gl-egl' : one))
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage()
    const drawnBy = await page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')
      return gl?.getParameter(
        gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER,
      )
    })
    return { executablePath, args: drawnBy?.includes('llvmpipe') ? args : DRAW_WITHOUT_A_CARD }
  } finally {
    await browser.close()
  }
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Brings its own libraries; unpacks into a folder of its own, because two at once would race for one. */
async function bundledBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    process.stdout.write('There is no Chromium. Install one, or set CHROME_PATH to it.\n')
    return null
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-chromium-'))
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  const executablePath = await bundled.executablePath()
  // Its list of font folders knows /tmp/fonts only, and without a font no text is drawn at all.
  const fonts = path.join(folder, 'fonts', 'fonts.conf')
  if (existsSync(fonts)) writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`))
  const unwanted = /^--(single-process|no-zygote|in-process-gpu|headless)/
  return {
    executablePath,
    args: [...bundled.args.filter((one) => !unwanted.test(one)), ...DRAW_WITHOUT_A_CARD],
  }
}
