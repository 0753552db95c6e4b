/**
 * Service worker that caches the page and the hashed files of this version. A reload while the server is away then
 * shows our own page, which has the last picture in its store. It caches no data of the server, never touches a call,
 * a socket or a tile, and queries the server first for every page.
 */

/** Filled in by the build: the files of this version, and a name for them. */
declare const SHELL: { name: string; files: readonly string[] }

/** The parts of the worker's global scope this file uses; the page's types do not know it. */
type Lasting = { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener: ((type: 'install' | 'activate', hear: (event: Lasting) => void) => void) &
    ((type: 'fetch', hear: (event: Fetching) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  location: Location
}
const scope = self as unknown as Scope

const OURS = 'samudra-shell '
const PAGE = '/index.html'
/** Pages that are open may be of the version before. */
const STORED_VERSIONS = 2
/** A server that gives no page for this long is away. */
const PATIENCE_MS = 4000
/** Delays before a missing file is requested again, because builds are swapped and servers restarted. */
const AGAIN_AFTER_MS = [300, 1500, 4000]
const NO_SCREEN = /^\/(api|tiles|socket\.io|env|healthz|mail-pictures\.html)(\/|$)/
/** Returns true if the response is that of a proxy whose server is away. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504

scope.addEventListener('install', (event) => event.waitUntil(keep().then(() => scope.skipWaiting())))
scope.addEventListener('activate', (event) => event.waitUntil(forget().then(() => scope.clients.claim())))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else if (request.mode === 'navigate' && !NO_SCREEN.test(pathname)) event.respondWith(page(request))
  else if (SHELL.files.includes(pathname)) event.respondWith(unlessAway(request, request))
})

async function keep() {
  const cache = await caches.open(OURS + SHELL.name)
  // The page is fetched without credentials, so it contains nothing of the signed-in user.
  await cache.add(new Request(PAGE, { credentials: 'omit', cache: 'no-cache' }))
  await cache.addAll(SHELL.files)
}

async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS))
  for (const name of names.slice(0, -STORED_VERSIONS)) await caches.delete(name)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns a hashed file, from the cache where present because it never changes. */
async function file(request: Request): Promise<Response> {
  const held = await caches.match(request)
  if (held !== undefined) return held
  for (const ms of AGAIN_AFTER_MS) {
    const answer = await fetch(request).catch(() => null)
    if (answer?.ok === true) return answer
    await pause(ms)
  }
  return fetch(request)
}

const page = (request: Request) => unlessAway(request, PAGE)

/** Returns the server's response, or the cached one while the server is away. */
async function unlessAway(request: Request, saved: Request | string): Promise<Response> {
  const query = fetch(request)
  const answer = await Promise.race([query, pause(PATIENCE_MS)]).catch(() => undefined)
  if (answer instanceof Response && !isAway(answer)) return answer
  return (await caches.match(saved)) ?? query
}
