import { Button, TextInput } from '@mantine/core'
import {
  decideTrackCorrelation,
  getTrackCorrelation,
  type CorrelationDecision,
  type TrackCorrelation,
  type TrackRef,
} from '@samudra/contract/correlation'
import { useState } from 'react'
import { toast } from '../../../kit/toasts.ts'
import { Conflict } from '../../../kit/forms/Conflict.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAction, useStale } from '../../../wire/use-answer.ts'

type Pair = { a: TrackRef; b: TrackRef; from: string; to: string }
type Word = CorrelationDecision['decision']
const WORDS: Record<Word, string> = { CONFIRMED: 'Confirmed', REJECTED: 'Rejected', OPEN: 'Reopen' }

/** Description of a decision as a conflict shows it. */
const DECISION = {
  noun: 'decision',
  fields: [
    { label: 'Decision', text: ({ decision }: CorrelationDecision) => WORDS[decision] },
    { label: 'Reason', text: ({ reason }: CorrelationDecision) => reason },
  ],
}
const changed = (one: CorrelationDecision) => ({
  ...one,
  updated_by: one.decided_by,
  updated_at: one.decided_at,
})

/** Shows the decision about the two vessels and lets the user decide; it merges nothing. */
export function Decision({ pair, correlation: found }: { pair: Pair; correlation: TrackCorrelation }) {
  const [reason, setReason] = useState('')
  const [wanted, setWanted] = useState<Word>('CONFIRMED')
  const stale = useStale()
  const { decision } = found
  const save = useAction(async (word: Word, version: number | undefined) => {
    setWanted(word)
    await call(decideTrackCorrelation, {
      ...pair,
      decision: word,
      reason,
      ...(version === undefined ? {} : { expected_version: version }),
    })
    setReason('')
    toast(`${WORDS[word]}; both tracks stay as they are.`, 'good')
    stale(getTrackCorrelation)
  })
  const theirs = save.fault?.code === 'VERSION_CONFLICT' ? (save.fault.data as CorrelationDecision) : null
  const words: Word[] =
    decision === null || decision.decision === 'OPEN'
      ? ['CONFIRMED', 'REJECTED']
      : ['CONFIRMED', 'REJECTED', 'OPEN']
  return (
    <section className="playback-decision" aria-label="Decision">
      {decision === null ? (
        <p className="playback-dim">No decision yet.</p>
      ) : (
        <p>
          <b>{WORDS[decision.decision]}</b> by {decision.decided_by}, <When at={decision.decided_at} />:{' '}
          {decision.reason}
        </p>
      )}
      <TextInput
        size="xs"
        aria-label="Reason of the decision"
        placeholder="Short reason"
        maxLength={500}
        value={reason}
        error={theirs === null ? save.fault?.message : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="playback-buttons">
        {words
          .filter((word) => word !== decision?.decision)
          .map((word) => (
            <Button
              key={word}
              size="compact-xs"
              variant={word === 'CONFIRMED' ? 'filled' : 'default'}
              disabled={reason.trim() === '' || found.series.length === 0 || save.isBusy}
              onClick={() => void save.run(word, decision?.version)}
            >
              {word === 'CONFIRMED' ? 'Confirm same vessel' : word === 'REJECTED' ? 'Reject' : 'Reopen'}
            </Button>
          ))}
      </div>
      {theirs !== null && (
        <Conflict
          kind={DECISION}
          mine={{ ...changed(theirs), decision: wanted, reason }}
          theirs={changed(theirs)}
          onKeepMine={() => void save.run(wanted, theirs.version)}
          onTakeTheirs={() => {
            save.clear()
            setReason('')
            stale(getTrackCorrelation)
          }}
          onClose={save.clear}
        />
      )}
    </section>
  )
}
