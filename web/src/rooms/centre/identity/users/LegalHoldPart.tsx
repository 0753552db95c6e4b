import type { User } from '@samudra/contract/identity'
import { getLegalHolds, releaseLegalHold, setLegalHold } from '@samudra/contract/legal-holds'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { useAnswer, useStale } from '../../../../wire/use-answer.ts'

/** Legal hold of an account: whether one is set, by whom and why, and its button. */
export function LegalHoldPart({ user: { id, username } }: { user: User }) {
  const stale = useStale()
  const hold = useAnswer(getLegalHolds, { user_id: id }).data?.items[0]
  return (
    <div className="factor">
      <div>
        <strong>Legal hold</strong>
        {hold === undefined ? (
          <p>Prevents deletion of this user's mail and channels, and allows a sealed export.</p>
        ) : (
          <p>
            Set by {hold.set_by} on <When at={hold.set_at} />: {hold.reason}
          </p>
        )}
      </div>
      {hold === undefined ? (
        <QuestionButton
          label="Set"
          question={{
            title: `Set a legal hold on ${username}?`,
            text: 'Mail and channels of this user are not deleted until the hold is released. The reason is recorded.',
            act: 'Set legal hold',
            needsReason: true,
            isGrave: false,
          }}
          act={async (reason) => {
            await call(setLegalHold, { user_id: id, reason })
            toast(`Legal hold set on ${username}.`, 'good')
            stale(getLegalHolds)
          }}
        />
      ) : (
        <QuestionButton
          label="Release"
          question={{
            title: `Release the legal hold on ${username}?`,
            text: 'Retention applies again: expired items are deleted. The reason is recorded.',
            act: 'Release legal hold',
            needsReason: true,
            isGrave: true,
          }}
          act={async (reason) => {
            await call(releaseLegalHold, { id: hold.id, reason })
            toast(`The legal hold on ${username} is released.`, 'good')
            stale(getLegalHolds)
          }}
        />
      )}
    </div>
  )
}
