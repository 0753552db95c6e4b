import type { ListMember } from '@samudra/contract/vessel-lists'
import { When } from '../../../kit/text/When.tsx'

/** Why a ship is on a list, by whom and until when. */
export const WhyThere = ({
  of: { reason, added_by, added_at, expires_at },
}: {
  of: Pick<ListMember, 'reason' | 'added_by' | 'added_at' | 'expires_at'>
}) => (
  <>
    <span className="list-why">{reason}</span>
    <small>
      {added_by || 'found'}, <When at={added_at} />
      {expires_at !== null && (
        <>
          {' '}
          · until <When at={expires_at} />
        </>
      )}
    </small>
  </>
)
