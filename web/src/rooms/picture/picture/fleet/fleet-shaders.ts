import { HAS_ANGLE, symbolIndex, X_SCALE, Y_SCALE } from './instance.ts'
import { BLEND_S, EQUATOR_M, RECKON_S, RETURN_S } from './reckon.ts'
import { COLUMNS, FILLED, ROWS } from './symbols.ts'

const f = (value: number) => value.toExponential(12)
const u = (value: number) => `${value}u`

/** Mirrors `drawnPlace` of instance.ts; keep them the same. */
export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in uvec2 a_place;
layout(location = 1) in vec2 a_velocity;
layout(location = 2) in float a_observed;
layout(location = 3) in vec3 a_step;
layout(location = 4) in uvec2 a_shape;
layout(location = 5) in uvec4 a_look;
layout(location = 6) in uint a_gathered;
uniform mat4 u_matrix;
uniform uvec2 u_centre;
uniform float u_shift;
uniform float u_now;
uniform vec2 u_viewport;
uniform float u_size;
uniform float u_pixelsPerUnit;
uniform vec3 u_colours[9];
uniform vec3 u_other;
uniform bool u_flagsOnly;
out vec2 v_at;
out vec3 v_colour;
flat out float v_age;
out vec2 v_hullAt;
flat out vec3 v_hull;

void main() {
  v_hullAt = vec2(0.0);
  v_hull = vec3(0.0);
  uint symbol = a_look.z;
  bool flagged = (a_look.w & 31u) != 0u;
  if (symbol == 0u || a_gathered != 0u || (u_flagsOnly && !flagged)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float age = u_now - a_observed;
  float carried = age <= ${f(RECKON_S)} ? max(age, 0.0)
    : max(0.0, ${f(RECKON_S)} * (1.0 - (age - ${f(RECKON_S)}) / ${f(RETURN_S)}));
  float t = clamp((u_now - a_step.z) / ${f(BLEND_S)}, 0.0, 1.0);
  float left = 1.0 - t * t * (3.0 - 2.0 * t);
  // Unsigned differences wrap, so everything is drawn at the copy of the world nearest to the centre.
  vec2 d = vec2(float(int(a_place.x - u_centre.x)) * ${f(1 / X_SCALE)},
                float(int(a_place.y - u_centre.y)) * ${f(1 / Y_SCALE)});
  d += a_velocity * carried + a_step.xy * left + vec2(u_shift, 0.0);

  float pixelsPerMetre = u_pixelsPerUnit / ${f(EQUATOR_M)}
    * cosh(3.14159265 * (1.0 - 2.0 * float(a_place.y) * ${f(1 / Y_SCALE)}));
  float lengthPx = float(a_shape.y) * pixelsPerMetre;
  bool directed = (a_look.w & ${u(HAS_ANGLE)}) != 0u;
  bool stopped = symbol == ${u(symbolIndex('anchored'))} || symbol == ${u(symbolIndex('moored'))};
  bool vessel = symbol <= ${u(symbolIndex('moored'))};
  vec2 size = vec2(u_size);
  bool turned = directed && vessel && !stopped || symbol == ${u(symbolIndex('sarAircraft'))};
  if (!vessel) size *= 1.1;
  if (symbol == ${u(symbolIndex('shipB'))}) size *= 0.86;
  if (u_size < 6.5 && vessel) {
    symbol = ${u(symbolIndex('dot'))};
  } else if (vessel && directed && lengthPx > u_size * 1.25) {
    size = vec2(max(float(a_look.x) * pixelsPerMetre, lengthPx * 0.12), lengthPx) * ${f(FILLED)} + 4.0;
    v_hull = vec3(size / ${f(2 * FILLED)}, stopped ? 2.0 : 1.0);
    turned = true;
  }
  if (u_flagsOnly) {
    symbol = ${u(symbolIndex('flag'))};
    v_hull = vec3(0.0);
    size = vec2(max(u_size, 13.0) * 1.15);
    turned = false;
  }

  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 cell = vec2(float(symbol % ${u(COLUMNS)}), float(symbol / ${u(COLUMNS)}));
  v_at = (cell + corner) / vec2(${f(COLUMNS)}, ${f(ROWS)});
  vec2 px = (corner - 0.5) * size / ${f(FILLED)};
  v_hullAt = px;
  if (turned) {
    float angle = float(a_shape.x) * ${f((2 * Math.PI) / 65_536)};
    float s = sin(angle);
    float c = cos(angle);
    px = vec2(px.x * c - px.y * s, px.x * s + px.y * c);
  }
  v_age = age > 86400.0 ? 2.0 : age > 1800.0 ? 1.0 : 0.0;
  v_colour = vessel ? u_colours[min(a_look.y, 8u)] : u_other;
  vec4 p = u_matrix * vec4(d, 0.0, 1.0);
  gl_Position = vec4(p.xy + vec2(px.x, -px.y) * 2.0 / u_viewport * p.w, 0.0, p.w);
}`

/** Age in three steps: solid; dimmed after half an hour; an outline only, faint, after a day. */
export const FRAGMENT = `#version 300 es
precision mediump float;
in vec2 v_at;
in vec3 v_colour;
flat in float v_age;
in vec2 v_hullAt;
flat in vec3 v_hull;
uniform sampler2D u_symbols;
uniform vec3 u_edge;
uniform vec3 u_flag;
uniform bool u_flagsOnly;
out vec4 o_colour;

/** A hull in true size, computed by the pixel: a stretched picture of one would blur. Fill and edge, as in the atlas. */
vec2 hull(vec2 at, vec2 halfSize) {
  // The quad is 5 px larger than the hull on each side.
  vec2 h = max(halfSize - 2.5, vec2(1.0));
  float bow = clamp((-0.35 - at.y / h.y) / 0.65, 0.0, 1.0);
  float width = h.x * (1.0 - bow * bow);
  float inside = min(width - abs(at.x), h.y - abs(at.y));
  float body = clamp(inside + 0.5, 0.0, 1.0);
  float edge = clamp(inside + 1.7, 0.0, 1.0) - body;
  if (v_hull.z > 1.5) {
    float mark = clamp(h.x * 0.42 - length(at) + 0.5, 0.0, 1.0);
    return vec2(body - mark * body, edge + mark * body);
  }
  return vec2(body, edge);
}

void main() {
  vec2 t = v_hull.z > 0.5 ? hull(v_hullAt, v_hull.xy) : texture(u_symbols, v_at).rg;
  if (t.r + t.g < 0.02) discard;
  if (u_flagsOnly) {
    o_colour = vec4(u_flag * t.r + u_edge * t.g, t.r + t.g);
    return;
  }
  if (v_age > 1.5) {
    o_colour = vec4(v_colour, 1.0) * (t.g * 0.5 + t.r * 0.06);
    return;
  }
  float strength = v_age > 0.5 ? 0.52 : 1.0;
  o_colour = vec4(v_colour * t.r + u_edge * t.g * 0.9, t.r + t.g * 0.9) * strength;
}`
