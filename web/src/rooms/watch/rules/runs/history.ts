/** Written states, step by step, the newest last. `tag` names the field edited by the last step. */
export type History<State> = {
  readonly past: readonly State[]
  readonly now: State
  readonly future: readonly State[]
  readonly tag: string
}
/** Maximum number of undo steps. */
const MOST_STEPS = 200

export const historyOf = <State>(now: State): History<State> => ({ past: [], now, future: [], tag: '' })

/** The next step. What is typed into one field, one letter after the other, is one step: those say the same `tag`. */
export function step<State>(history: History<State>, next: State, tag = ''): History<State> {
  if (next === history.now) return history
  const isSame = tag !== '' && tag === history.tag
  const past = isSame ? history.past : [...history.past, history.now].slice(-MOST_STEPS)
  return { past, now: next, future: [], tag }
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], tag: '' }
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  return next === undefined ? history : { past: [...history.past, history.now], now: next, future, tag: '' }
}
