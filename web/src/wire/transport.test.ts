import { getExport } from '@samudra/contract/exchange'
import { afterEach, expect, test, vi } from 'vitest'
import type { ToWire } from './wire-words.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Returns the page's side of the wire, and its messages to the worker. */
async function aPage() {
  const text: ToWire[] = []
  vi.stubGlobal(
    'Worker',
    class {
      postMessage = (message: ToWire) => text.push(message)
      addEventListener = () => undefined
    },
  )
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('location', { origin: 'http://here' })
  const { transport } = await import('./transport.ts')
  const words = () => text.map(({ say }) => say).filter((say) => say === 'call' || say === 'cancel')
  return { wire: transport(), words }
}
const sent = (signal: AbortSignal) => ({ op: getExport, input: { id: 'x' }, signal })

test('a request cancelled before it was sent is not sent', async () => {
  const { wire, words } = await aPage()
  const abort = new AbortController()
  abort.abort()
  expect(await wire.call(sent(abort.signal))).toEqual({ kind: 'unreachable' })
  expect(words()).toEqual([])
})

test('a request cancelled in progress is ended', async () => {
  const { wire, words } = await aPage()
  const abort = new AbortController()
  void wire.call(sent(abort.signal))
  abort.abort()
  expect(words()).toEqual(['call', 'cancel'])
})
