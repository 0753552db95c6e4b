import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { chown, cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** User id of `nobody`, which exists in every passwd file, where initdb looks its user up. */
export const UNPRIVILEGED = 65534

/**
 * Ways to run the engine, which refuses to run as root. `direct`: as an ordinary user. `userns`: as root inside a user
 * namespace that appears as `nobody`; files stay root's, so private folders work. `setuid`: as `nobody` where
 * namespaces are forbidden, with programs and data in a private folder.
 */
export type RunWay = 'direct' | 'userns' | 'setuid'

/** The way that works here; `SAMUDRA_PG_RUN` forces one, so that each can be tested. */
export function chooseRunWay(forced: string | undefined): RunWay {
  if (forced === 'direct' || forced === 'userns' || forced === 'setuid') return forced
  if (process.getuid?.() !== 0) return 'direct'
  const probe = spawnSync(
    'unshare',
    ['-U', `--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`, 'true'],
    {
      stdio: 'ignore',
    },
  )
  return probe.status === 0 ? 'userns' : 'setuid'
}

const hasSetpriv = () => spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * Spawns a program of the engine. With setpriv the engine gets SIGINT (fast shutdown) when this process
 * dies, however it dies; call it from the main thread only, the signal follows the spawning thread.
 */
export function spawnEngine(
  way: RunWay,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const deathSignal = ['--pdeathsig', 'INT']
  if (way === 'userns')
    return spawn(
      'unshare',
      [
        '-U',
        `--map-user=${UNPRIVILEGED}`,
        `--map-group=${UNPRIVILEGED}`,
        'setpriv',
        ...deathSignal,
        program,
        ...args,
      ],
      options,
    )
  if (way === 'setuid') {
    const unprivileged = { ...options, uid: UNPRIVILEGED, gid: UNPRIVILEGED }
    return hasSetpriv()
      ? spawn('setpriv', [...deathSignal, program, ...args], unprivileged)
      : spawn(program, args, unprivileged)
  }
  return process.platform === 'linux' && hasSetpriv()
    ? spawn('setpriv', [...deathSignal, program, ...args], options)
    : spawn(program, args, options)
}

/** Gives a folder to the user the engine runs as; only `setuid` needs it. */
export async function giveToUnprivileged(way: RunWay, folder: string): Promise<void> {
  if (way === 'setuid') await chown(folder, UNPRIVILEGED, UNPRIVILEGED)
}

/** True when every folder above `folder` may be entered by anybody. */
export async function mayBeEntered(folder: string): Promise<boolean> {
  for (let at = path.dirname(path.resolve(folder)); ; at = path.dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found && (found.mode & 0o001) === 0) return false
    if (at === path.dirname(at)) return true
  }
}

/** Copies the programs to a folder where `nobody` may run them, once per version. Returns the folder to use. */
export async function unprivilegedNative(native: string, version: string, shared: string): Promise<string> {
  if (await mayBeEntered(path.join(native, 'bin'))) return native
  const copy = path.join(shared, `postgres-${version}`)
  const done = await stat(path.join(copy, 'bin', 'postgres')).catch(() => null)
  if (done) return copy
  await mkdir(shared, { recursive: true, mode: 0o755 })
  const half = `${copy}.${process.pid}`
  await cp(native, half, { recursive: true, verbatimSymlinks: true })
  await rename(half, copy).catch(() => rm(half, { recursive: true }))
  return copy
}
