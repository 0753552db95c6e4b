import { isAdministrator } from '@samudra/contract/identity'
import { getHabits, getUsual, resetHabits } from '@samudra/contract/patterns'
import { useState } from 'react'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { useStale } from '../../../wire/use-answer.ts'

type Reset = { at: string; reason: string; by: string }
type Of = { mmsi: string } | { latitude: number; longitude: number }

/** Shows the resets of learned patterns, and the administrator's button that resets. */
export function ResetPatterns({
  of,
  name,
  resets,
  isLearned,
}: {
  of: Of
  name: string
  resets: readonly Reset[]
  isLearned: boolean
}) {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const makeStale = useStale()
  const [from, setFrom] = useState<string | null>(null)
  return (
    <>
      {resets.map(({ at, reason, by }) => (
        <p key={at} className="dim">
          Reset <When at={at} /> by {by}: {reason}
        </p>
      ))}
      {from !== null && resets.every(({ at }) => at !== from) && (
        <p role="status">
          Resets <When at={from} />
        </p>
      )}
      {isAdmin && isLearned && (
        <QuestionButton
          label="Reset…"
          question={{
            title: `Reset the baseline of ${name}?`,
            text: 'Learned data is discarded within minutes. Earlier results stay unchanged.',
            act: 'Reset',
            needsReason: true,
            isGrave: false,
          }}
          act={async (reason) => {
            setFrom((await call(resetHabits, { ...of, reason })).at)
            makeStale(getHabits)
            makeStale(getUsual)
          }}
        />
      )}
    </>
  )
}
