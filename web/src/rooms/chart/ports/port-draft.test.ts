import { expect, test } from 'vitest'
import { contactOf, contactText } from './port-draft.ts'

test('whom to reach at a port is typed in a line and stays as it was typed', () => {
  for (const text of ['Port control: VHF 14', 'Agent: +94 11 242 1201, day and night'])
    expect(contactText(contactOf(text))).toBe(text)
  expect(contactOf('  Pilots :VHF 12:30 UTC ')).toEqual({ who: 'Pilots', how: 'VHF 12:30 UTC' })
  expect(contactOf('VHF 16')).toEqual({ who: 'Port', how: 'VHF 16' })
})
