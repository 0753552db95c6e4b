import { changedColumns } from '@samudra/contract/wire/live-frame'
import type { CustomRenderMethodInput, Map as Chart } from 'maplibre-gl'
import { afterAll, expect, test, vi } from 'vitest'
import { FleetLayer } from './fleet.layer.ts'
import { Fleet } from './fleet.ts'
import { Held } from '../held/held.ts'
import { shipColours } from '../../../../map/chart/ship-colours.ts'

const NOW = 1_770_000_000_000
afterAll(() => vi.unstubAllGlobals())

/** Returns a graphics context that only records the purpose of each draw. */
function recording() {
  const passes: string[] = []
  let uniform = 0
  const gl: Record<string, unknown> = {
    getShaderParameter: () => true,
    getProgramParameter: () => true,
    getUniformLocation: (_: unknown, name: string) => name,
    uniform1i: (name: string, value: number) => {
      if (name === 'u_flagsOnly') uniform = value
    },
    drawArraysInstanced: () => passes.push(uniform === 1 ? 'marks' : 'contacts'),
  }
  return { passes, gl: new Proxy(gl, { get: (held, name) => held[String(name)] ?? (() => ({})) }) }
}

const anything: unknown = new Proxy(() => undefined, { get: () => anything, apply: () => anything })

/** The fleet with one contact, drawn at a zoom. */
function drawnAt(zoom: number): string[] {
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => anything }) })
  const changed = changedColumns(1)
  changed.count = 1
  changed.observedAt[0] = NOW
  const named = [{ id: 0, mmsi: 199000018, split: 0, shipType: 70, length: 0, beam: 0, name: '' }]
  const fleet = new Fleet()
  const frame = { seq: 0, snapshot: true, tick: NOW, inView: 1, total: 1, changed, named, removed: [] }
  fleet.apply(new Held(NOW).apply(frame, NOW))
  const layer = new FleetLayer(fleet, shipColours('DARK', 'dusk', 'standard'), () => undefined)
  const { passes, gl } = recording()
  const size = { clientWidth: 1366, clientHeight: 768 }
  const chart = { getZoom: () => zoom, getCenter: () => ({ lng: 76, lat: 8 }), getCanvas: () => size }
  layer.onAdd(chart as unknown as Chart, gl as unknown as WebGL2RenderingContext)
  const matrix = { defaultProjectionData: { mainMatrix: new Float32Array(16) } }
  layer.render(gl as unknown as WebGL2RenderingContext, matrix as unknown as CustomRenderMethodInput)
  return passes
}

test('the red mark of an anomaly is drawn at every scale: 500, 200, 100 and 5 nautical miles', () => {
  for (const zoom of [3, 4, 5, 9]) expect(drawnAt(zoom).slice(-2)).toEqual(['contacts', 'marks'])
})
