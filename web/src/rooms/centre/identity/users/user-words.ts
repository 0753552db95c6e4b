import { isAdministrator, type User } from '@samudra/contract/identity'

export const roleWord = (role: string | undefined) =>
  isAdministrator(role ?? '') ? 'Administrator' : 'Operator'
export const STATUS_WORDS: Record<User['status'], string> = {
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  EXPIRED: 'Expired',
  DELETED: 'Deleted',
}

/** A list of rights as words: `*` is everything. */
export function listWord(
  values: string[] | undefined,
  all: string,
  none: string,
  name = (value: string) => value,
) {
  if (values === undefined || values.length === 0) return none
  return values.includes('*') ? all : values.map(name).join(', ')
}
