import { exportAudit, getAudit, getUserActivity, verifyAudit } from '@samudra/contract/audit'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { iso, NOW, type Sea } from '../../../../testing/parameters/sea.ts'

const searched = {
  base: (sea: Sea) => ({ to: sea.openedAt }),
  other: { action: 'addToBlacklist', object_type: 'aoi', result: 'FORBIDDEN', to: iso(NOW - 3_600_000) },
}

export const CASES = [
  parameterCase(getUserActivity, searched),
  parameterCase(getAudit, searched),
  parameterCase(exportAudit, { ...searched, other: { ...searched.other } }),
  parameterCase(verifyAudit, { base: () => ({ from_seq: 1, to_seq: 5 }), other: { to_seq: 4 } }),
]
