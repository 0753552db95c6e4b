import { exerciseSecond, type ExerciseClock, type ExerciseState } from '@samudra/contract/exercises'

export const EXERCISES = 'exercises'

export const STATE_LABELS: Record<ExerciseState, string> = {
  PLANNED: 'Planned',
  RUNNING: 'Running',
  PAUSED: 'Paused',
  ENDED: 'End',
  REVIEWED: 'Reviewed',
}

/** Time of an exercise: hours, minutes and seconds since its start. */
export function secondText(second: number): string {
  const whole = Math.floor(second)
  const two = (n: number) => String(n).padStart(2, '0')
  return `T+${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
export const clockText = (clock: ExerciseClock, at: number) => secondText(exerciseSecond(clock, at))
