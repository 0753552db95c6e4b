import { jobChanged, type Job as PushedJob } from '@samudra/contract/jobs'
import { expect, test } from 'vitest'
import { Bus } from '../../../platform/kernel/cluster/topic-bus.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Job, Jobs } from '../../../platform/needs/jobs.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
import { JobPushes } from './job-pushes.ts'

const JOB: Job = {
  id: '1',
  name: 'test.job',
  isScheduled: false,
  state: 'RUNNING',
  progress: 0,
  tries: 1,
  dueAt: null,
  why: null,
  requestedBy: 'admin',
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
}

/** Pushes of jobs as they change. */
function open() {
  const hearers: ((job: Job) => void)[] = []
  const jobs = { listen: (hearer) => void hearers.push(hearer), doesOf: (name) => name } as Pick<
    Jobs,
    'listen' | 'doesOf'
  > as Jobs
  const bus: SamudraBus = new Bus((_, error) => {
    throw error
  })
  const notices: string[] = []
  bus.subscribe('notice', ({ text }) => void notices.push(text))
  const pushed: PushedJob[] = []
  const send: Send = (push, payload) => {
    expect(push.wire).toBe(jobChanged.wire)
    pushed.push(payload as PushedJob)
  }
  const pushes = new JobPushes({ jobs, send, bus })
  const change = (more: Partial<Job>) => hearers.forEach((hear) => hear({ ...JOB, ...more }))
  return { change, beat: () => pushes.beat(), pushed: () => pushed.splice(0), notices }
}

test('a job that changes many times within a second is pushed once, as it is last', () => {
  const { change, beat, pushed } = open()
  for (let progress = 0; progress <= 0.5; progress += 0.01) change({ progress })
  change({ id: '2', progress: 0.1 })
  change({ progress: 0.9 })
  expect(pushed()).toEqual([])
  beat()
  expect(pushed()).toMatchObject([
    { id: '2', progress: 0.1 },
    { id: '1', progress: 0.9 },
  ])
  beat()
  expect(pushed()).toEqual([])
})

test('a scheduled job that runs for a moment is pushed once a run', () => {
  const { change, beat, pushed } = open()
  change({ isScheduled: true })
  change({ isScheduled: true, state: 'WAITING', dueAt: 2000 })
  beat()
  expect(pushed()).toMatchObject([{ state: 'WAITING', due_at: '1970-01-01T00:00:02.000Z' }])
})

test('a job that ends is pushed at once, and nothing older after it', () => {
  for (const state of ['DONE', 'FAILED', 'CANCELLED'] as const) {
    const { change, beat, pushed } = open()
    change({ progress: 0.5 })
    change({ state, endedAt: 1000 })
    expect(pushed()).toMatchObject([{ state }])
    beat()
    expect(pushed()).toEqual([])
  }
})

test('a job that fails again and again is notified once until it succeeds', () => {
  const { change, notices } = open()
  const failed = { state: 'FAILED', why: 'the disk is full' } as const
  change(failed)
  change(failed)
  change({ state: 'WAITING' })
  change(failed)
  expect(notices).toEqual(Array(2).fill('A job has failed: test.job. the disk is full'))
})
