import { logout } from '@samudra/contract/identity'
import { request } from '../../../../wire/call.ts'
import { leave } from '../../../../wire/session.ts'

/** The session ends here even when the server cannot be told. */
export const logOut = (everywhere = false) =>
  request(logout, everywhere ? { all_sessions: true } : {}).then(
    () => leave(),
    () => leave(),
  )
