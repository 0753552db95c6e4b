import type { AnyOp } from '@samudra/contract/wire/request'

/** refreshSession as the wire needs it; the whole operation would bring the schema library to the landing page. */
export const REFRESH: AnyOp = {
  name: 'refreshSession',
  method: 'POST',
  path: '/api/v1/auth/refresh',
  who: 'public',
  right: { who: 'public' },
  flat: undefined,
}
