import { login } from '@samudra/contract/identity'
import { WireClient } from '@samudra/contract/wire/client'

type Cookie = {
  name: string
  value: string
  domain: string
  path: string
  httpOnly: boolean
  sameSite: 'Strict'
}

/** Opens a session over the sealed wire and returns its cookies for a browser, which exchanges them for a token. */
export async function openSession(base: string, username: string, password: string): Promise<Cookie[]> {
  const cookies: Cookie[] = []
  const client = new WireClient({
    base,
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      for (const one of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
        cookies.push({
          name: name!,
          value: value!,
          domain: new URL(base).hostname,
          path: /;\s*path=([^;]*)/i.exec(one)![1]!,
          httpOnly: /;\s*httponly/i.test(one),
          sameSite: 'Strict',
        })
      }
      return answer
    },
  })
  const outcome = await client.call({ op: login, input: { username, password } })
  if (outcome.kind !== 'answered' || !outcome.envelope.Status)
    throw new Error(`${username} could not log in: ${JSON.stringify(outcome)}`)
  return cookies
}
