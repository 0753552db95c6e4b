import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ADDRESSES_META, type PageAddresses } from '@samudra/contract/addresses'
import type { WireKeyCard } from '@samudra/contract/wire/hello'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Scripts, styles and workers from here only; MapLibre draws with inline styles. */
const CONTENT_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // The socket is on the page's own host, which 'self' means with ws: and wss: too.
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}
/** Lets pages connect to the addresses that this installation names besides their own origin. */
function contentPolicy(addresses: PageAddresses | undefined) {
  const origins = new Set(
    Object.values(addresses ?? {}).flatMap((one) => (one === null ? [] : [new URL(one).origin])),
  )
  const sockets = Array.from(origins, (one) => one.replace(/^http/, 'ws'))
  return {
    ...CONTENT_POLICY,
    'connect-src': [...CONTENT_POLICY['connect-src'], ...origins, ...sockets],
    'img-src': [...CONTENT_POLICY['img-src'], ...origins],
    ...(addresses?.video == null ? {} : { 'frame-src': ["'self'", new URL(addresses.video).origin] }),
  }
}
/** Camera and microphone are for calls; nothing here needs to know where the operator sits. */
const PERMISSIONS =
  'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()'
const HALF_A_YEAR_S = 15_768_000

/**
 * Sets headers and compression of every answer; call before adding routes. `isTrusted` means that browsers trust the
 * certificate of the server. Only then browsers are restricted to https: with a self-made certificate that would lock
 * users out on renewal.
 */
export async function dressAnswers(
  http: FastifyInstance,
  isTrusted: boolean,
  addresses?: PageAddresses,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(addresses) },
    strictTransportSecurity: isTrusted ? { maxAge: HALF_A_YEAR_S, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  http.addHook('onRequest', async (_request, reply) => {
    void reply.header('Permissions-Policy', PERMISSIONS)
  })
  await http.register(compress, { global: true, encodings: ['gzip'], threshold: 1400 })
}

/**
 * Empty page into which a screen puts a mail whose reader requested remote pictures. Documents inside of a screen
 * inherit its policy, which allows no picture of another server. This page allows nothing but pictures and styles.
 */
const PICTURES_PAGE = '/mail-pictures.html'
const PICTURES_POLICY =
  "default-src 'none'; img-src data: blob: https: http:; style-src 'unsafe-inline'; base-uri 'self'; " +
  "form-action 'none'; frame-ancestors 'self'"
const servePicturesPage = (http: FastifyInstance) =>
  http.get(PICTURES_PAGE, (_request, reply) =>
    reply
      .header('Content-Security-Policy', PICTURES_POLICY)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Referrer-Policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en"><head><title>Mail</title></head><body></body></html>'),
  )

/** A file with a hash in its name. */
const ASSET = /^\/assets\/([\w.-]+)$/

/**
 * Serves the built screens: files with a hash in their name for good, the page itself always fresh, and as it was at
 * the start whatever is built meanwhile. Files of builds before this one lie in `before/`, for pages that are open. The
 * page carries the server's static key, so that who sits between cannot give another.
 */
export async function serveScreens(
  http: FastifyInstance,
  folder: string | null,
  card: WireKeyCard,
  addresses?: PageAddresses,
): Promise<void> {
  if (folder === null || !existsSync(path.join(folder, 'index.html'))) return
  const meta = (name: string, value: object) =>
    `<meta name="${name}" content="${JSON.stringify(value).replaceAll('"', '&quot;')}" />`
  const written =
    meta('samudra-wire', card) + (addresses === undefined ? '' : meta(ADDRESSES_META, addresses))
  const read = (file: string) =>
    readFileSync(path.join(folder, file), 'utf8').replace('</head>', `${written}</head>`)
  const page = read('index.html')
  const landing = existsSync(path.join(folder, 'landing.html')) ? read('landing.html') : page
  const shell = path.join(folder, 'shell.js')
  const worker = existsSync(shell) ? readFileSync(shell, 'utf8') : null
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    index: false,
    // Else the library's own header takes the place of ours.
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = /^(assets|before)$/.test(path.basename(path.dirname(file)))
      reply.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = (reply: FastifyReply, text = page) =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(text)
  // A user with a session proceeds to the map at once and must not see the landing page flash by.
  http.get('/', (request, reply) =>
    sendPage(reply, request.cookies['XSRF-TOKEN'] === undefined ? landing : page),
  )
  http.get('/index.html', (_request, reply) => sendPage(reply))
  servePicturesPage(http)
  // It lists the files of the page, so it is of the same build.
  if (worker !== null)
    http.get('/shell.js', (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
    )
  // Every other path is a screen; the page decides which, or reports that there is none.
  http.setNotFoundHandler((request, reply) => {
    const asset = ASSET.exec(request.url)?.[1]
    if (asset !== undefined && existsSync(path.join(folder, 'before', asset)))
      return reply.sendFile(`before/${asset}`)
    if (request.method !== 'GET' || /^\/(api|tiles|socket\.io|env|assets)\//.test(request.url))
      return reply.code(404).send({
        Status: false,
        Data: null,
        Message: 'There is nothing here.',
        Code: 'NOT_FOUND',
        RequestId: request.id,
      })
    return sendPage(reply)
  })
}
