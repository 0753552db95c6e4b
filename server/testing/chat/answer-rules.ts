import { CHAT_PREFIX } from './chat-server.ts'

/** Answer that a test may check: its URL without the origin, its status and headers. */
export type SeenAnswer = { method: string; url: string; status: number; headers: Headers }

/** Paths whose answers are bytes. */
const BYTES = /\/(?:image|image\/default|thumbnail|preview)$|\/files\/[a-z0-9]{26}$/

/** Returns the rules of the protocol that an answer breaks; none when it fits. */
export function brokenRules({ method, url, status, headers }: SeenAnswer): string[] {
  const path = url.split('?')[0]!
  const isJson = !BYTES.test(path) || status >= 400
  const rules: [boolean, string][] = [
    [
      !isJson || headers.get('content-type') === 'application/json',
      `Content-Type is ${headers.get('content-type')}, not exactly application/json`,
    ],
    [(headers.get('x-request-id') ?? '') !== '', 'X-Request-Id is missing'],
    [
      /^11\.9\.0\.build\.hash\.false$/.test(headers.get('x-version-id') ?? ''),
      `X-Version-Id is ${headers.get('x-version-id')}`,
    ],
    [headers.get('x-content-type-options') === 'nosniff', 'X-Content-Type-Options is not nosniff'],
    [!isJson || method !== 'GET' || headers.get('expires') === '0', 'Expires is not 0'],
  ]
  return rules.filter(([holds]) => !holds).map(([, text]) => `${method} ${path} ${status}: ${text}`)
}

/** Watches every answer of chat servers to this process; returns how to end it, with the broken rules. */
export function watchAnswers(): () => string[] {
  const usual = globalThis.fetch
  const broken = new Set<string>()
  const watched: typeof fetch = async (input, init) => {
    const answer = await usual(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.pathname.startsWith(`${CHAT_PREFIX}/`))
      for (const rule of brokenRules({
        method: (init?.method ?? 'get').toUpperCase(),
        url: url.pathname,
        status: answer.status,
        headers: answer.headers,
      }))
        broken.add(rule.replaceAll(/\/[a-z0-9]{26}(?=\/|\s)/g, '/{id}'))
    return answer
  }
  globalThis.fetch = watched
  return () => {
    globalThis.fetch = usual
    return [...broken].toSorted()
  }
}
