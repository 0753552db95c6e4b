import { logout } from '@samudra/contract/identity'
import { request } from '../../../../wire/call.ts'
import { leave } from '../../../../wire/session.ts'

/** Ends the session here even when the server cannot be reached. */
export const logOut = (everywhere = false) =>
  request(logout, everywhere ? { all_sessions: true } : {}).then(
    () => leave(),
    () => leave(),
  )
