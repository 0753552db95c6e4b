import { exportAudit, getAudit, getUserActivity, verifyAudit } from '@samudra/contract/audit'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { iso, NOW, type Sea } from '../../../../testing/parameters/sea.ts'

const searched = {
  base: (sea: Sea) => ({ to: sea.openedAt }),
  other: {
    user_id: 'none',
    action: 'addToBlacklist',
    object_type: 'aoi',
    object_id: 'none',
    result: 'FORBIDDEN',
    zone: 'IST',
    from: '2099-01-01T00:00:00.000Z',
    to: iso(NOW - 3_600_000),
  },
}

export const TRIALS = [
  parameterCase(getUserActivity, searched),
  parameterCase(getAudit, searched),
  parameterCase(exportAudit, { ...searched, other: { ...searched.other, format: 'csv' } }),
  parameterCase(verifyAudit, { base: () => ({ from_seq: 1, to_seq: 5 }), other: { from_seq: 2, to_seq: 4 } }),
]
