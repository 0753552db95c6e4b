import { login } from '@samudra/contract/identity'
import type { Op } from '@samudra/contract/kernel'
import { WireClient } from '@samudra/contract/wire/client'

/** Password of the administrator in tests and benches. */
export const PASSWORD = 'Vasudhaiva-1-Kutumbakam'

/** Call of an operation; throws when the server refuses it. */
export type Call = <In, Out>(op: Op<In, Out>, input: In) => Promise<Out>

/** Opens a session over the sealed wire, of the administrator or another user, and returns its calls. */
export async function callerOf(base: string, username = 'admin', password = PASSWORD): Promise<Call> {
  const client = new WireClient({ base })
  const call: Call = async (op, input) => {
    const outcome = await client.call({ op, input: input as object })
    if (outcome.kind !== 'answered') throw new Error(`${op.name}: ${outcome.kind}`)
    const { envelope } = outcome
    if (!envelope.Status) throw new Error(`${op.name}: ${envelope.Code}: ${envelope.Message}`)
    return envelope.Data as never
  }
  const { token } = await call(login, { username, password, device_name: 'test' })
  client.token = token
  return call
}
