import { expect, test } from 'vitest'
import { frameDocument, hostOf } from './frame-document.ts'

const colours = { text: '#111', ground: '#eee', link: '#00f', line: '#ccc' }
const documentOf = (body: string, isRemoteShown = false) =>
  frameDocument({ body, colours, pictures: new Map([['a@x', 'blob:1']]), isRemoteShown }).html

test('remote pictures have no address until the reader requests them', () => {
  const body = '<p><img data-remote-src="https://track.example/1.gif"></p>'
  expect(documentOf(body)).not.toContain(' src="https://track.example')
  expect(documentOf(body)).toContain('img-src data: blob:"')
  expect(documentOf(body, true)).toContain(' src="https://track.example/1.gif"')
})

test('a picture of the mail is shown, and one that is missing has no address', () => {
  expect(documentOf('<img src="cid:a@x">')).toContain('src="blob:1"')
  expect(documentOf('<img src="cid:b@x">')).not.toContain('cid:b@x')
})

test('a link whose text names another host carries the true host', () => {
  const html = documentOf('<a href="https://evil.example/x">https://bank.example</a>')
  expect(html).toContain('[leads to evil.example]')
  expect(documentOf('<a href="https://www.bank.example/x">bank.example</a>')).not.toContain('leads to')
  expect(documentOf('<a href="https://evil.example">our report</a>')).not.toContain('leads to')
})

test('a mail with colours of its own stands on white paper', () => {
  expect(documentOf('<p style="color:#000000">x</p>')).toContain('background: #ffffff')
  expect(documentOf('<div style="background:#123">x</div>')).toContain('background: #ffffff')
  expect(documentOf('<p>x</p>')).toContain('background: #eee')
})

test('a host is read with and without scheme', () => {
  expect(hostOf('http://a.example/x')).toBe('a.example')
  expect(hostOf('www.a.example')).toBe('a.example')
  expect(hostOf('the report')).toBe(null)
})
