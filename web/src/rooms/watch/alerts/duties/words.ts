import type { DutyRole } from '@samudra/contract/duties'

export const ROLE_WORDS: Readonly<Record<DutyRole, string>> = {
  WATCH_OFFICER: 'Watch officer',
  SUPERVISOR: 'Supervisor',
  DUTY_OFFICER: 'Duty officer',
}
