import { exportAudit, getAudit, getUserActivity, verifyAudit } from '@samudra/contract/audit'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const searched = {
  base: (sea: Sea) => ({ to: sea.openedAt }),
  other: { from: (sea: Sea) => sea.openedAt, zone: 'IST' },
}

export const CASES = [
  parameterCase(getUserActivity, searched),
  parameterCase(getAudit, searched),
  parameterCase(exportAudit, searched),
  parameterCase(verifyAudit, { base: () => ({ from_seq: 1, to_seq: 5 }) }),
]
