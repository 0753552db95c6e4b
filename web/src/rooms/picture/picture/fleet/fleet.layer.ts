import type { CustomLayerInterface, CustomRenderMethodInput, Map as Chart } from 'maplibre-gl'
import { now } from '../../../../time/clock.ts'
import type { Fleet } from './fleet.ts'
import { FRAGMENT, VERTEX } from './fleet-shaders.ts'
import { STRIDE, WORD, X_SCALE, Y_SCALE } from './instance.ts'
import { mercatorX, mercatorY } from './reckon.ts'
import { rgb, type ShipColours } from '../../../../map/chart/ship-colours.ts'
import { symbolCanvas } from './symbols.ts'

export const FLEET_LAYER = 'fleet'

const UNIFORMS = [
  'u_matrix',
  'u_centre',
  'u_shift',
  'u_now',
  'u_viewport',
  'u_size',
  'u_pixelsPerUnit',
  'u_colours',
  'u_other',
  'u_edge',
  'u_flag',
  'u_flagsOnly',
  'u_symbols',
] as const
type Uniforms = Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>

type Drawing = {
  program: WebGLProgram
  buffer: WebGLBuffer
  gathered: WebGLBuffer
  array: WebGLVertexArrayObject
  texture: WebGLTexture
  uniforms: Uniforms
}

/** Symbol size in pixels: dots far out, then growing with the zoom. */
export function symbolSize(zoom: number): number {
  if (zoom < 4) return Math.max(3.6, 2.4 + zoom * 0.55)
  return Math.min(20, 8 + (zoom - 4) * 1.6)
}

/** Draws the whole fleet in one instanced call, carried forward by the GPU. */
export class FleetLayer implements CustomLayerInterface {
  readonly id = FLEET_LAYER
  readonly type = 'custom' as const
  readonly renderingMode = '2d' as const
  colours: ShipColours
  private readonly fleet: Fleet
  /** Called before a frame is drawn, to say who is gathered in it. */
  private readonly prepare: () => void
  private chart: Chart | null = null
  private drawing: Drawing | null = null
  private generation = -1
  private gatherings = -1

  constructor(fleet: Fleet, colours: ShipColours, prepare: () => void) {
    this.fleet = fleet
    this.colours = colours
    this.prepare = prepare
  }

  /** Called again after a lost context came back, so everything on the GPU is made here. */
  onAdd(chart: Chart, gl: WebGL2RenderingContext) {
    this.chart = chart
    this.drawing = makeDrawing(gl)
    this.generation = -1
    this.gatherings = -1
  }

  onRemove(_chart: Chart, gl: WebGL2RenderingContext) {
    const { drawing } = this
    this.drawing = null
    if (drawing === null || gl.isContextLost()) return
    gl.deleteProgram(drawing.program)
    gl.deleteBuffer(drawing.buffer)
    gl.deleteBuffer(drawing.gathered)
    gl.deleteVertexArray(drawing.array)
    gl.deleteTexture(drawing.texture)
  }

  render(context: WebGLRenderingContext | WebGL2RenderingContext, input: CustomRenderMethodInput) {
    const { drawing, chart } = this
    if (drawing === null || chart === null || this.fleet.count === 0) return
    this.prepare()
    const gl = context as WebGL2RenderingContext
    gl.useProgram(drawing.program)
    gl.bindVertexArray(drawing.array)
    this.upload(gl, drawing)
    const scale = this.setUniforms(gl, drawing, chart, input)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, drawing.texture)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.disable(gl.DEPTH_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.CULL_FACE)
    // Wider than one world: the copies left and right show the same sea.
    const shifts = chart.getCanvas().clientWidth > scale ? [-1, 0, 1] : [0]
    for (const shift of shifts) {
      gl.uniform1f(drawing.uniforms.u_shift, shift)
      gl.uniform1i(drawing.uniforms.u_flagsOnly, 0)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.fleet.count)
      gl.uniform1i(drawing.uniforms.u_flagsOnly, 1)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.fleet.count)
    }
    gl.bindVertexArray(null)
  }

  private upload(gl: WebGL2RenderingContext, drawing: Drawing) {
    const { fleet } = this
    if (this.gatherings !== fleet.gatherings || this.generation !== fleet.generation) {
      this.gatherings = fleet.gatherings
      gl.bindBuffer(gl.ARRAY_BUFFER, drawing.gathered)
      gl.bufferData(gl.ARRAY_BUFFER, fleet.gathered, gl.DYNAMIC_DRAW)
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, drawing.buffer)
    if (this.generation !== fleet.generation) {
      this.generation = fleet.generation
      gl.bufferData(gl.ARRAY_BUFFER, fleet.rows.bytes, gl.DYNAMIC_DRAW)
      fleet.takeDirty(() => undefined)
      return
    }
    fleet.takeDirty((from, to) => gl.bufferSubData(gl.ARRAY_BUFFER, from, fleet.rows.bytes, from, to - from))
  }

  /** Returns pixels per mercator unit. */
  private setUniforms(
    gl: WebGL2RenderingContext,
    { uniforms }: Drawing,
    chart: Chart,
    input: CustomRenderMethodInput,
  ): number {
    const { lng, lat } = chart.getCenter()
    const centre = { x: mercatorX(lng), y: mercatorY(lat) }
    const x = Math.floor((centre.x - Math.floor(centre.x)) * X_SCALE)
    const y = Math.floor(centre.y * Y_SCALE)
    const zoom = chart.getZoom()
    const scale = 512 * 2 ** zoom
    // Everything is relative to the quantised centre, so 32 bits are exact at every zoom.
    gl.uniformMatrix4fv(
      uniforms.u_matrix,
      false,
      translated(input.defaultProjectionData.mainMatrix, x / X_SCALE + Math.floor(centre.x), y / Y_SCALE),
    )
    gl.uniform2ui(uniforms.u_centre, x, y)
    gl.uniform1f(uniforms.u_now, (now() - this.fleet.epochMs) / 1000)
    gl.uniform2f(uniforms.u_viewport, chart.getCanvas().clientWidth, chart.getCanvas().clientHeight)
    gl.uniform1f(uniforms.u_size, symbolSize(zoom))
    gl.uniform1f(uniforms.u_pixelsPerUnit, scale)
    gl.uniform3fv(uniforms.u_colours, this.colours.groups.flatMap(rgb))
    gl.uniform3fv(uniforms.u_other, rgb(this.colours.other))
    gl.uniform3fv(uniforms.u_edge, rgb(this.colours.edge))
    gl.uniform3fv(uniforms.u_flag, rgb(this.colours.flag))
    gl.uniform1i(uniforms.u_symbols, 0)
    return scale
  }
}

/** The matrix with a point of the world moved to its origin, computed in double precision. */
function translated(matrix: ArrayLike<number>, x: number, y: number): Float32Array {
  const out = new Float32Array(16)
  for (let i = 0; i < 16; i++) out[i] = matrix[i]!
  for (let row = 0; row < 4; row++)
    out[12 + row] = matrix[row]! * x + matrix[4 + row]! * y + matrix[12 + row]!
  return out
}

function makeDrawing(gl: WebGL2RenderingContext): Drawing {
  const program = gl.createProgram()
  gl.attachShader(program, shader(gl, gl.VERTEX_SHADER, VERTEX))
  gl.attachShader(program, shader(gl, gl.FRAGMENT_SHADER, FRAGMENT))
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true && !gl.isContextLost())
    throw new Error(`fleet program: ${gl.getProgramInfoLog(program)}`)
  const uniforms = Object.fromEntries(
    UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)]),
  ) as Uniforms
  const [buffer, gathered] = [gl.createBuffer(), gl.createBuffer()]
  const array = makeArray(gl, buffer, gathered)
  return { program, uniforms, buffer, gathered, array, texture: makeTexture(gl) }
}

function shader(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const made = gl.createShader(type)
  if (made === null) throw new Error('the graphics context is lost')
  gl.shaderSource(made, source)
  gl.compileShader(made)
  if (gl.getShaderParameter(made, gl.COMPILE_STATUS) !== true && !gl.isContextLost())
    throw new Error(`fleet shader: ${gl.getShaderInfoLog(made)}`)
  return made
}

function makeArray(
  gl: WebGL2RenderingContext,
  buffer: WebGLBuffer,
  gathered: WebGLBuffer,
): WebGLVertexArrayObject {
  const array = gl.createVertexArray()
  gl.bindVertexArray(array)
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  const whole = (at: number, size: number, type: number, word: number) =>
    gl.vertexAttribIPointer(at, size, type, STRIDE, word * 4)
  const real = (at: number, size: number, word: number) =>
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, STRIDE, word * 4)
  whole(0, 2, gl.UNSIGNED_INT, WORD.x)
  real(1, 2, WORD.vx)
  real(2, 1, WORD.observed)
  real(3, 3, WORD.stepX)
  whole(4, 2, gl.UNSIGNED_SHORT, WORD.shape)
  whole(5, 4, gl.UNSIGNED_BYTE, WORD.look)
  gl.bindBuffer(gl.ARRAY_BUFFER, gathered)
  gl.vertexAttribIPointer(6, 1, gl.UNSIGNED_BYTE, 1, 0)
  for (let at = 0; at <= 6; at++) {
    gl.enableVertexAttribArray(at)
    gl.vertexAttribDivisor(at, 1)
  }
  gl.bindVertexArray(null)
  return array
}

function makeTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, symbolCanvas())
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  return texture
}
