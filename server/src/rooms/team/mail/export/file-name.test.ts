import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test.each([
  ['Tugs off Kochi', 'Tugs off Kochi.eml'],
  ['Re: AIS/ADS-B: "gap"?', 'Re AIS ADS-B gap.eml'],
  ['../../etc/passwd', 'etc passwd.eml'],
  ['मछली पकड़ने', 'मछली पकड़ने.eml'],
  ['\u202Egpj.exe', 'gpj.exe.eml'],
  ['', 'mail.eml'],
])('the file of a mail about %j is named %j', (subject, name) => {
  expect(fileNameOf({ subject }, 'eml')).toBe(name)
})
