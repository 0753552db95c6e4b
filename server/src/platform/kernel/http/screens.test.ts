import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { dressAnswers, serveScreens } from './screens.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'samudra-screens-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function built(folder: string, name: string, files: string[]) {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  put('index.html', `<head></head>${name}`)
  put('shell.js', `${name} files`)
  for (const file of files) put(file, file)
}

test('a build while the server runs disturbs no page, and files of the earlier build are served', async () => {
  const folder = path.join(root, 'dist')
  built(folder, 'first', ['assets/a-1.js'])
  const http = fastify()
  await http.register(fastifyCookie)
  await serveScreens(http, folder, { mode: 'off', kid: '', key: '' })
  const get = async (url: string) => {
    const { statusCode, headers, body } = await http.inject({ url })
    return { status: statusCode, stored: headers['cache-control'], body }
  }
  expect((await get('/home/main/map')).body).toContain('first')
  built(path.join(root, 'next'), 'second', ['assets/a-2.js', 'before/a-1.js'])
  rmSync(folder, { recursive: true })
  renameSync(path.join(root, 'next'), folder)
  const page = await get('/home/main/map')
  expect(page).toMatchObject({ status: 200, stored: 'no-cache' })
  expect(page.body).toContain('first')
  // What keeps the page for a time without the server keeps that one.
  expect(await get('/shell.js')).toMatchObject({ status: 200, stored: 'no-cache', body: 'first files' })
  const forGood = 'public, max-age=31536000, immutable'
  expect(await get('/assets/a-1.js')).toMatchObject({ status: 200, stored: forGood, body: 'before/a-1.js' })
  expect(await get('/assets/a-2.js')).toMatchObject({ status: 200, stored: forGood })
  expect((await get('/assets/a-3.js')).status).toBe(404)
  await http.close()
})

test('a page carries the addresses that it uses, and may connect to them', async () => {
  const folder = path.join(root, 'addressed')
  built(folder, 'page', ['assets/a-1.js'])
  const addresses = {
    chat: 'https://chat.example',
    chatSocket: null,
    chatFiles: null,
    video: 'https://video.example',
  }
  const http = fastify()
  await http.register(fastifyCookie)
  await dressAnswers(http, false, addresses)
  await serveScreens(http, folder, { mode: 'off', kid: '', key: '' }, addresses)
  const { body, headers } = await http.inject({ url: '/home/main/map' })
  expect(body).toContain(
    '<meta name="samudra-addresses" content="{&quot;chat&quot;:&quot;https://chat.example&quot;',
  )
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/connect-src 'self' [^;]*https:\/\/chat\.example[^;]*wss:\/\/chat\.example/)
  expect(policy).toContain("frame-src 'self' https://video.example")
  await http.close()
})

test('the page for mails with remote pictures lets in pictures and styles, and no script', async () => {
  const folder = path.join(root, 'pictures')
  built(folder, 'page', [])
  const http = fastify()
  await http.register(fastifyCookie)
  await dressAnswers(http, false)
  await serveScreens(http, folder, { mode: 'off', kid: '', key: '' })
  const { headers } = await http.inject({ url: '/mail-pictures.html' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; img-src data: blob: https: http:;")
  expect(policy).not.toContain('script-src')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  const page = await http.inject({ url: '/home/collaboration/mail' })
  expect(page.headers['content-security-policy']).toContain("img-src 'self' data: blob:")
  await http.close()
})
