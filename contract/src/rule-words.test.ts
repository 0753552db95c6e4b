import { expect, test } from 'vitest'
import { minutesText, phraseOf, sentenceOfRule } from './rule-words.ts'
import { RuleDraft, type RuleNode } from './rules.ts'
import { SentenceFault } from './sentence/cursor.ts'
import { readSentence, sentenceOf, type SentenceRule } from './sentence/rule-sentence.ts'
import { NAMES } from './sentence/testing.ts'
import type { NamedKind, Names } from './sentence/values.ts'

const LYING: SentenceRule = {
  subject: 'VESSEL',
  severity: 'HIGH',
  name: 'Lying off Lakshadweep',
  actions: [{ do: 'ALERT' }],
  scope: {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'ship_type', cmp: 'eq', value: 'TANKER' },
      { k: 'list', in: false, list: 'l1' },
    ],
  },
  when: {
    op: 'ALL',
    of: [
      { k: 'zone', rel: 'DWELL', zone: { aoi: 'a1' }, min: 60 },
      { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
    ],
  },
  unless: { k: 'attr', field: 'in_port', cmp: 'eq', value: 1 },
  schedule: { zone: 'UTC', light: 'NIGHT' },
}

test('a rule reads as one sentence with the names of its objects', () => {
  expect(sentenceOfRule(LYING, NAMES.nameOf)).toBe(
    'When a vessel that has ship type TANKER and is not on list "Friends", stays inside area "Lakshadweep" for 60 min and has SOG below 2 kn, unless it is in a port, at night: HIGH alert "Lying off Lakshadweep"',
  )
})

test('actions stand at the end of the sentence, with the names of their recipients', () => {
  const actions: SentenceRule['actions'] = [
    { do: 'ALERT' },
    { do: 'NOTIFY', channel: 'SOUND', to: { users: ['u1'], groups: ['navy'], roles: ['SUPERVISOR'] } },
    { do: 'ADD_TO_LIST', list: 'l1', expires_h: 72 },
    { do: 'LOG' },
    { do: 'WEBHOOK', id: 'w1' },
  ]
  const text = sentenceOf({ ...LYING, actions }, NAMES)
  expect(text).toMatch(
    /: HIGH alert "Lying off Lakshadweep"; notify the supervisor and user "asha" and group "navy" with a sound; add to list "Friends" for 3 days; write to the record; call webhook "Coast guard"$/,
  )
  expect(readSentence(text, NAMES).actions).toEqual(actions)
})

test('an action without a chosen object is written in words, without an id', () => {
  const actions: SentenceRule['actions'] = [
    { do: 'NOTIFY', channel: 'PAGE', to: { users: [], groups: [], roles: [] } },
    { do: 'ADD_TO_LIST', list: '', expires_h: 72 },
    { do: 'WEBHOOK', id: '' },
  ]
  expect(sentenceOfRule({ ...LYING, actions }, NAMES.nameOf)).toMatch(
    /; notify a recipient; add to a list for 3 days; call a webhook$/,
  )
})

test('each kind of condition has words of its own, its values their units', () => {
  const text = (node: object) => phraseOf(node as Parameters<typeof phraseOf>[0])
  expect(text({ k: 'attr', field: 'anomaly', cmp: 'eq', value: 'BLACKLIST' })).toBe('has anomaly Blacklist')
  expect(text({ k: 'attr', field: 'imo', cmp: 'exists', value: false })).toBe('has IMO unknown')
  expect(text({ k: 'attr', field: 'in_port', cmp: 'eq', value: 0 })).toBe('is not in a port')
  expect(text({ k: 'attr', field: 'sog', cmp: 'between', value: [2, 5] })).toBe('has SOG between 2 and 5 kn')
  expect(text({ k: 'change', field: 'cog', delta: 60, within_min: 10 })).toBe(
    'changes COG by 60 ° within 10 min',
  )
  const counted = { k: 'agg', of: 'vessels', window_min: 30, cmp: 'gt', value: 5 }
  expect(text({ ...counted, fn: 'distinct' })).toBe('has number of vessels in 30 min above 5')
  expect(text({ ...counted, fn: 'count' })).toBe('has number of vessel entries in 30 min above 5')
  expect(text({ k: 'silence', min: 150 })).toBe('is silent for 2.5 h')
  expect(text({ k: 'near', to: { point: { lat: 8, lon: 76 } }, nm: 3 })).toBe(
    'is within 3 NM of the position 8 76',
  )
  expect(text({ op: 'NONE', of: [{ k: 'event', types: ['PORT_CALL'] }] })).toBe(
    'not (is reported or detected as PORT_CALL)',
  )
  const steps = [
    { k: 'silence', min: 60 },
    { k: 'list', in: true, list: 'l1' },
  ]
  expect(text({ k: 'seq', steps, within_min: 90, same_vessel: false })).toBe(
    'does in turn with the other vessel (is silent for 60 min; then is on list #l1) within 90 min',
  )
  expect(text({ k: 'zone', rel: 'CROSS', zone: { boundary: '12NM' }, side: 'LEFT' })).toBe(
    'crosses a 12 NM boundary to port',
  )
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [71, 9],
        [72, 9],
        [72, 10],
        [71, 9],
      ],
    ],
  }
  expect(text({ k: 'zone', rel: 'INSIDE', zone: { area: square }, for_min: 240 })).toBe(
    'is inside the area drawn throughout 4 h',
  )
})

test('speed and course of aircraft are written in terms of aviation, and both terms are read', () => {
  const when: RuleNode = {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'sog', cmp: 'lt', value: 120 },
      { k: 'attr', field: 'cog', cmp: 'gt', value: 180 },
    ],
  }
  const ship = sentenceOfRule({ ...LYING, when })
  expect(ship).toContain('has SOG below 120 kn and has COG above 180 °')
  const aircraft = sentenceOfRule({ ...LYING, when, subject: 'AIRCRAFT' })
  expect(aircraft).toContain('has ground speed below 120 kn and has track above 180 °')
  expect(readSentence(aircraft.replace('track', 'COG'), NAMES).when).toEqual(when)
})

test('a duration is written in the unit people would use', () => {
  expect([0.5, 1, 119, 120, 2879, 4320].map(minutesText)).toEqual([
    '30 s',
    '1 min',
    '119 min',
    '2 h',
    '48 h',
    '3 days',
  ])
})

test('a sentence is read into a rule of the contract', () => {
  const read = readSentence(sentenceOf(LYING, NAMES), NAMES)
  const draft = { ...read, category: 'AIS_BEHAVIOUR', visibility: 'PRIVATE', description: '' }
  expect(RuleDraft.parse(draft)).toEqual(draft)
})

test('equivalent wordings are read, with lines and brackets', () => {
  const read = readSentence(
    'when a vessel (has SOG below 2 kn\n  and (is in a port)), at night,\n unless it is on list “Friends”: LOW hit',
    NAMES,
  )
  expect(read).toMatchObject({
    when: {
      op: 'ALL',
      of: [
        { field: 'sog', value: 2 },
        { field: 'in_port', value: 1 },
      ],
    },
    unless: { k: 'list', in: true, list: 'l1' },
    schedule: { zone: 'UTC', light: 'NIGHT' },
    severity: 'LOW',
    limits: { max_hits_per_hour: 100 },
  })
  expect(read.actions).toBeUndefined()
})

test('an unreadable sentence reports the position and what was expected there', () => {
  const faultOf = (sentence: string, names: Names = NAMES) => {
    try {
      readSentence(sentence, names)
    } catch (error) {
      if (error instanceof SentenceFault) return error
      throw error
    }
    throw new Error('it was read')
  }
  expect(faultOf('When a vessel has SOG belw 2 kn: LOW hit')).toMatchObject({ line: 1, column: 23 })
  expect(faultOf('When a vessel has SOG belw 2 kn: LOW hit').message).toContain('“belw”')
  expect(faultOf('When a vessel\nis inside area "Nowhere": LOW hit')).toMatchObject({
    line: 2,
    column: 16,
    why: 'no area has this name; check the spelling',
  })
  expect(faultOf('When a vessel is inside area "Bay": LOW hit').why).toContain('#a2 or #a3')
  expect(faultOf('When a vessel is inside the area drawn: LOW hit').why).toContain(
    'corners of the area are missing',
  )
  expect(
    faultOf('When a vessel is in a port and is silent for 5 min or is silent for 6 min: LOW hit').why,
  ).toContain('put brackets')
  expect(faultOf('When a vessel is in a port, at night, by day: LOW hit').why).toContain('repeated')
  expect(faultOf('When a vessel is in a port').message).toContain('at the end')
  const deep = `When a vessel ${'('.repeat(200)}is in a port${')'.repeat(200)}: LOW hit`
  expect(faultOf(deep).why).toContain('nested deeper')
})

test('an outline with too many corners is written as one word', () => {
  const ring = Array.from({ length: 500 }, (_, i): [number, number] => [70 + i / 100, 10])
  const when: RuleNode = {
    k: 'zone',
    rel: 'INSIDE',
    zone: { area: { type: 'Polygon', coordinates: [ring] } },
  }
  expect(sentenceOfRule({ ...LYING, when })).toContain('is inside the area drawn')
  expect(() => sentenceOf({ ...LYING, when }, NAMES)).toThrow(/too many corners/)
})

test('an ambiguous name is written with its id, a missing object by its id alone', () => {
  const text = (kind: NamedKind, id: string) =>
    sentenceOf({ ...LYING, when: { k: 'zone', rel: 'INSIDE', zone: { [kind]: id } } }, NAMES)
  expect(text('aoi', 'a2')).toContain('is inside area "Bay" #a2,')
  expect(text('port', 'p7')).toContain('is inside port #p7,')
})
