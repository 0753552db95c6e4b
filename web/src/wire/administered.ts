import type { SignedIn } from '@samudra/contract/identity'
import { signedIn } from './session.ts'

/** Returns a setting of the administrators for this user, or the default where its type differs. */
export function settingOf<T extends number | string>(
  key: string,
  usual: T,
  user: SignedIn | null = signedIn(),
): T {
  const value = user?.adminSettings[key]
  return typeof value === typeof usual ? (value as T) : usual
}
