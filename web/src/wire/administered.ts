import type { SignedIn } from '@samudra/contract/identity'
import { signedIn } from './session.ts'

/** What the administrators set for this user, where it is of the kind it usually is; else as usual. */
export function settingOf<T extends number | string>(
  key: string,
  usual: T,
  user: SignedIn | null = signedIn(),
): T {
  const value = user?.adminSettings[key]
  return typeof value === typeof usual ? (value as T) : usual
}
