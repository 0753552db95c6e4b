import { room } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { sentenceOf } from '../../../platform/kernel/http/errors.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { picture } from '../../picture/picture/room.ts'
import { filterInputs } from '../../chart/filter-inputs/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { sources } from '../../picture/sources/room.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { BACK_JOB, computeBack } from './back.ts'
import { VisitFollower } from './visit-follower.ts'
import { Outlines } from './outlines.ts'
import { visitOps } from './visits.ops.ts'
import { storeDue } from './visits.sql.ts'

const TURN_MS = 1000

/** When ships entered, left and stayed in areas of interest and in waters. */
export const visits = room({
  name: 'visits',
  uses: { sources, history, reference, filterInputs, picture },
  open: async (ground, { sources, history, reference, filterInputs, picture }) => {
    const { bus, log, lease } = ground
    const { areas } = filterInputs
    const outlines = new Outlines({
      areas,
      boundaries: reference.boundaries,
      boundariesVersion: reference.boundariesVersion,
    })
    const needs = {
      ...ground,
      fixes: history.reader,
      flush: history.flush,
      outlines,
      turned: (error: unknown) => {
        if (error !== null) log.error('visits could not be updated', { error: sentenceOf(error) })
      },
    }
    const follower = new VisitFollower(needs)
    bus.subscribe('judgedFix', (batch) => follower.hear(batch))
    const door = {
      /** Takes fixes of an import: visits of their time are evaluated again. */
      hearImported: (batch: FixBatch) => follower.hearImported(batch),
      /** Re-evaluates visits of vessels from an instant on, as fixes were deleted. */
      workOutAgain: (ships: ReadonlyMap<number, { from: number }>) =>
        storeDue(ground.db, new Map([...ships].map(([mmsi, { from }]) => [mmsi, from])), ground.clock.now()),
    }
    return {
      door,
      ops: visitOps({
        ...ground,
        names: sources.names,
        areas,
        boundaryName: (id) => reference.boundaries().find((one) => one.id === id)?.name ?? null,
        upToDate: async () => {
          if (lease.isOurs) await follower.turn(true)
        },
        nameOf: (caller: Caller) => {
          const ships = picture.shipsOf(caller)
          return (mmsi, split) => ships.find(mmsi, split)?.ship_name ?? null
        },
      }),
      jobs: [
        {
          name: BACK_JOB,
          does: 'Computes past visits of new areas and boundaries',
          work: (run) => computeBack(needs, run),
        },
      ],
      beats: [{ everyMs: TURN_MS, work: () => follower.beat() }],
      stop: () => follower.stop(),
    }
  },
})
