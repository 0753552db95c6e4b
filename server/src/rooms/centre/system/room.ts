import path from 'node:path'
import { alerts } from '../../watch/alerts/room.ts'
import { feeds } from '../../picture/feeds/room.ts'
import { room } from '../../../platform/ground.ts'
import { history } from '../../past/history/room.ts'
import { identity } from '../identity/room.ts'
import { socket } from '../../picture/socket/room.ts'
import { rules } from '../../watch/rules/room.ts'
import { settings } from '../settings/room.ts'
import { serveHealth } from './healthz.ts'
import { JobPushes, PUSH_MS } from './job-pushes.ts'
import { jobOps } from './jobs.ops.ts'
import { ClockOffset, POLL_MS } from './time.ts'
import { utilsOps } from './utils.ops.ts'
import { SAMPLE_MS, SystemWatch } from './watch.ts'

/** Room of the state of machine, database, feeds and sockets. */
export const system = room({
  name: 'system',
  uses: { settings, identity, history, socket, feeds, rules, alerts },
  open: async (ground, { settings, identity, history, socket, feeds, rules, alerts }) => {
    const { assembly, clock, log, http } = ground
    const watch = new SystemWatch({
      ...ground,
      values: settings.values,
      server: http.server,
      engine: assembly.database.engine,
      dataFolder: path.dirname(assembly.cacheFolder),
      version: assembly.version ?? '0.0.0',
      ingest: (now) => ({ ...feeds.status(now), sources: feeds.sources(now) }),
      recorder: () => history.recorder,
      detectors: rules.trouble,
      watch: alerts.watch,
      clients: () => socket.clients,
      pushEach: socket.pushEach,
    })
    const pushes = new JobPushes(ground)
    const offset = new ClockOffset(assembly.ntpServer ?? null, clock, log)
    serveHealth(http, {
      clock,
      database: assembly.database,
      recorder: history.recorder,
      feeds,
      socket,
      authenticate: (token) => identity.authenticate(token, null),
    })
    return {
      door: {},
      ops: [...utilsOps(watch, offset, clock), ...jobOps(ground)],
      beats: [
        { everyMs: SAMPLE_MS, work: () => watch.round() },
        { everyMs: POLL_MS, work: () => offset.ask() },
        { everyMs: PUSH_MS, work: () => pushes.beat() },
      ],
      start: async () => {
        void offset.ask()
        await watch.start()
      },
      stop: async () => watch.stop(),
    }
  },
})
