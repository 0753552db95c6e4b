import { loadWireWorker, PageWorker } from './page-worker.ts'

/** Size of every element, since the DOM of tests has no layout: a table draws the rows of a usual screen. */
const SCREEN = { Width: 1366, Height: 768 }

for (const box of ['offset', 'client'])
  for (const [side, size] of Object.entries(SCREEN))
    Object.defineProperty(HTMLElement.prototype, `${box}${side}`, { configurable: true, get: () => size })

/** Place of every element inside the window; what lies outside hides the list of a field. */
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined

/** Nothing is ever resized. */
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** A user who prefers less motion, so that dialogs open and close at once. */
globalThis.matchMedia = (media: string) =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('prefers-reduced-motion'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

globalThis.Worker = PageWorker as unknown as typeof Worker
await loadWireWorker()

/** Canvas on which nothing is drawn. */
const measureText = (text: string) => ({ width: text.length * 6 })
const drawing: unknown = new Proxy(() => drawing, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => 0
    return name === 'measureText' ? measureText : drawing
  },
  set: () => true,
})
// There is no WebGL, so a screen with a chart shows that in its place.
HTMLCanvasElement.prototype.getContext = ((kind: string) =>
  kind === '2d' ? drawing : null) as HTMLCanvasElement['getContext']
globalThis.Path2D = function NoPath() {
  return drawing
} as unknown as typeof Path2D

/** Fonts that are there from the beginning. */
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })

/** Locks of a browser with a single tab; with options a lock is not granted, as by a window that may not sound. */
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: null) => unknown)(null) },
})
