// Preloaded by a measured server: at SIGUSR2 it prints how long its event loop stood still since the last query, in ms.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 10 })
delay.enable()
let before = performance.eventLoopUtilization()
process.on('SIGUSR2', () => {
  const ms = (ns) => Math.round(ns / 1e4) / 100
  const { utilization } = performance.eventLoopUtilization(before)
  before = performance.eventLoopUtilization()
  const told = {
    p50: ms(delay.percentile(50)),
    p99: ms(delay.percentile(99)),
    most: ms(delay.max),
    utilization,
  }
  process.stdout.write(`loop delay: ${JSON.stringify(told)}\n`)
  delay.reset()
})
