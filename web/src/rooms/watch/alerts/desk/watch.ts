import { ON_WATCH, type Duty } from '@samudra/contract/duties'

/** The watch as one user sees it. */
export type Watch = {
  /** Own duty as watch officer or supervisor now; null without one. */
  mine: Duty | null
  /** True when a user is on duty in one of the roles. */
  isStaffed: boolean
  mayTake: boolean
}

/** Reads the watch from duties at an instant, epoch ms. */
export function watchOf(
  { items, may_take_watch: mayTake }: { items: readonly Duty[]; may_take_watch: boolean },
  { userId, now }: { userId: string; now: number },
): Watch {
  const there = items.filter(({ role, to }) => ON_WATCH.includes(role) && Date.parse(to) > now)
  return {
    mine: there.find(({ user_id }) => user_id === userId) ?? null,
    isStaffed: there.length > 0,
    mayTake,
  }
}
