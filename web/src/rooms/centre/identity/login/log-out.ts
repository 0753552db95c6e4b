import { logout } from '@samudra/contract/identity'
import { ask } from '../../../../wire/call.ts'
import { leave } from '../../../../wire/session.ts'

/** The session ends here even when the server cannot be told. */
export const logOut = (everywhere = false) =>
  ask(logout, everywhere ? { all_sessions: true } : {}).then(
    () => leave(),
    () => leave(),
  )
