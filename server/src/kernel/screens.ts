import { existsSync } from 'node:fs'
import path from 'node:path'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Scripts, styles and workers from here only; MapLibre draws with inline styles. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer carries, and its compression; before any route is added. */
export async function dressAnswers(http: FastifyInstance): Promise<void> {
  http.addHook('onSend', async (_request, reply) => {
    void reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'same-origin')
      .header('Content-Security-Policy', CONTENT_POLICY)
  })
  await http.register(compress, { global: true, encodings: ['gzip'], threshold: 1400 })
}

/** Serves the built screens: files with a hash in their name for good, the page itself always fresh. */
export async function serveScreens(http: FastifyInstance, folder: string | null): Promise<void> {
  if (folder === null || !existsSync(path.join(folder, 'index.html'))) return
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // Every other path is a screen; the page decides which, or says that there is none.
  http.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || /^\/(api|tiles|socket\.io)\//.test(request.url))
      return reply.code(404).send({
        Status: false,
        Data: null,
        Message: 'There is nothing here.',
        Code: 'NOT_FOUND',
        RequestId: request.id,
      })
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  })
}
